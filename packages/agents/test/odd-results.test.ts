import { describe, expect, it } from 'vitest';
import { LlmAgent } from '../src/agent/llm-agent.ts';
import { ScriptedModel, scriptCalls, scriptText } from '../src/model/scripted-model.ts';
import { FunctionTool } from '../src/tool/function-tool.ts';
import { createTestApp } from './support/run.ts';

const callLook = scriptCalls({ id: '1', name: 'look', args: {} });

describe('a tool', () => {
  it.each([
    ['a date', new Date(0), { result: '1970-01-01T00:00:00.000Z' }],
    ['an object that says text of itself', { toJSON: () => 'hey' }, { result: 'hey' }],
    [
      'an object of a class',
      new (class Point {
        readonly x = 1;
      })(),
      { x: 1 },
    ],
    ['a function', () => 1, {}],
  ])('that returns %s gives the record that is sent', async (_name, value, response) => {
    const look = new FunctionTool({ name: 'look', description: '', execute: () => value });
    const model = new ScriptedModel({ turns: [callLook, scriptText('well')] });
    const { ask } = await createTestApp(new LlmAgent({ name: 'me', model, tools: [look] }));
    const [, results] = await ask('hi');
    expect(results?.content?.parts?.[0]?.functionResponse?.response).toEqual(response);
  });

  it('keeps its result as it was when the object of a class that it returned changes later', async () => {
    const counter = new (class Counter {
      count = 1;
    })();
    const look = new FunctionTool({ name: 'look', description: '', execute: () => counter });
    const model = new ScriptedModel({ turns: [callLook, scriptText('well')] });
    const { ask, events } = await createTestApp(new LlmAgent({ name: 'me', model, tools: [look] }));
    await ask('hi');
    counter.count = 2;
    expect((await events())[2]?.content?.parts?.[0]?.functionResponse?.response).toEqual({ count: 1 });
  });
});
