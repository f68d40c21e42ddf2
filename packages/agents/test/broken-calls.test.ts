import { expect, it } from 'vitest';
import { LlmAgent } from '../src/agent/llm-agent.ts';
import { Gemini } from '../src/model/gemini.ts';
import { FunctionTool } from '../src/tool/function-tool.ts';
import { openLoopback, streamOf } from './support/loopback.ts';
import { call, interactionEvents, output } from './support/model-streams.ts';
import { recordWarnings } from './support/record-warnings.ts';
import { createTestApp } from './support/run.ts';

recordWarnings();

it('a call without an id whose arguments are broken is not run, and the model is told', async () => {
  const { url } = await openLoopback(
    streamOf(interactionEvents('v1_a', [call('', 'look', '{"a":')])),
    streamOf(interactionEvents('v1_b', [output('well')])),
  );
  const runs: unknown[] = [];
  const look = new FunctionTool({ name: 'look', description: '', execute: (input) => runs.push(input) });
  const model = new Gemini({ model: 'gemini-x', useInteractionsApi: true, baseUrl: url });
  const { ask } = await createTestApp(new LlmAgent({ name: 'me', model, tools: [look] }));
  const events = await ask('hi', { runConfig: { streamingMode: 'sse' } });
  const results = events
    .flatMap(({ content }) => content?.parts ?? [])
    .filter((part) => part.functionResponse);
  expect(runs).toEqual([]);
  expect(results).toMatchObject([
    { functionResponse: { response: { error: expect.stringContaining('{"a":') } } },
  ]);
});
