import {
  FunctionTool,
  Gemini,
  InMemoryRunner,
  isFinalResponse,
  LlmAgent,
  stringifyContent,
} from '@catenary/agents';
import { startServer } from '@catenary/server';
import { z } from 'zod';

const server = await startServer({ backend: 'offline-rules', aliases: ['gemini-*=offline-rules'] });

const agent = new LlmAgent({
  name: 'ferry_agent',
  model: new Gemini({ model: 'gemini-3.1-flash-lite', useInteractionsApi: true, baseUrl: server.url }),
  instruction: 'Answer briefly.',
  tools: [
    new FunctionTool({
      name: 'ferry_times',
      description: 'Gets the next ferries from a pier.',
      parameters: z.object({ pier: z.int().describe('The number of the pier.') }),
      execute: ({ pier }) => ({ pier, departures: ['10:15', '10:45'] }),
    }),
  ],
});

const runner = new InMemoryRunner({ agent, appName: 'ferries' });
const session = await runner.sessionService.createSession({ appName: 'ferries', userId: 'ada' });
const newMessage = { role: 'user', parts: [{ text: 'When do the next ferries leave from pier 4?' }] };

for await (const event of runner.runAsync({ userId: 'ada', sessionId: session.id, newMessage })) {
  if (isFinalResponse(event)) {
    console.log(event.interactionId, stringifyContent(event));
  }
}

await server.close();
