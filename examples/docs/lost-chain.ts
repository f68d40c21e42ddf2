import {
  Gemini,
  InMemoryRunner,
  isFinalResponse,
  LlmAgent,
  RECOVERY_KEY,
  stringifyContent,
} from '@catenary/agents';
import { startServer } from '@catenary/server';

const server = await startServer({ backend: 'offline-rules' });
const model = new Gemini({ model: 'offline-rules', useInteractionsApi: true, baseUrl: server.url });
const runner = new InMemoryRunner({
  agent: new LlmAgent({ name: 'memory_agent', model }),
  appName: 'memory',
});
const { id: sessionId } = await runner.sessionService.createSession({ appName: 'memory', userId: 'ada' });

async function say(text: string) {
  const newMessage = { role: 'user', parts: [{ text }] };
  let head: string | undefined;
  for await (const event of runner.runAsync({ userId: 'ada', sessionId, newMessage })) {
    if (isFinalResponse(event)) {
      console.log(stringifyContent(event), event.customMetadata?.[RECOVERY_KEY] ?? '');
      head = event.interactionId;
    }
  }
  return head;
}

const head = await say('My boat is called Petrel.');
await fetch(`${server.url}/v1beta/interactions/${head}`, { method: 'DELETE' });
await say('What is my boat called?');

await server.close();
