// Question: how many bytes does a chained turn put on the wire, at turn 2 and at turn 200?
// Counted from the bodies that were sent; the answers come from the keyless responder.
// Run: npm run bench -- agents/request-bytes

import { FunctionTool, Gemini, InMemoryRunner, LlmAgent } from '@catenary/agents';
import { startServer } from '@catenary/server';
import { z } from 'zod';

const TURNS = 200;
const server = await startServer({ backend: 'offline-rules', aliases: ['gemini-*=offline-rules'] });
const weather = new FunctionTool({
  name: 'get_current_weather',
  description: 'Gets the current weather of a city.',
  parameters: z.object({ city: z.string() }),
  execute: ({ city }) => ({ city }),
});

for (const tools of [[], [weather]]) {
  const sizes: number[] = [];
  const model = new Gemini({
    model: 'gemini-2.5-flash',
    useInteractionsApi: true,
    baseUrl: server.url,
    onRequest: ({ bytes }) => sizes.push(bytes),
  });
  const agent = new LlmAgent({ name: 'agent', model, instruction: 'Answer briefly.', tools });
  const runner = new InMemoryRunner({ agent });
  const { id } = await runner.sessionService.createSession({ appName: runner.appName, userId: 'u' });
  const newMessage = { role: 'user', parts: [{ text: 'My number is 12345.' }] };
  for (let turn = 0; turn < TURNS; turn += 1) {
    for await (const event of runner.runAsync({ userId: 'u', sessionId: id, newMessage })) {
      if (event.errorCode !== undefined) throw new Error(event.errorMessage ?? event.errorCode);
    }
  }
  console.log(
    `${tools.length} tools: turn 1 ${sizes[0]} bytes, turn 2 ${sizes[1]}, turn ${TURNS} ${sizes.at(-1)}`,
  );
}
await server.close();
