import { startServer } from '@catenary/server';
import { GoogleGenAI } from '@google/genai';

const server = await startServer({ backend: 'offline-rules' });
const client = new GoogleGenAI({ apiKey: 'not-checked', httpOptions: { baseUrl: server.url } });

const first = await client.interactions.create({
  model: 'offline-rules',
  input: 'My boat is called Petrel.',
});
const second = await client.interactions.create({
  model: 'offline-rules',
  previous_interaction_id: first.id,
  input: 'What is my boat called?',
});
console.log(second.output_text);

await server.close();
