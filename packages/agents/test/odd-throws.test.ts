import { expect, it } from 'vitest';
import { LlmAgent } from '../src/agent/llm-agent.ts';
import { ScriptedModel, scriptCalls, scriptText } from '../src/model/scripted-model.ts';
import { FunctionTool } from '../src/tool/function-tool.ts';
import { brief, createTestApp } from './support/run.ts';

const callLook = scriptCalls({ id: '1', name: 'look', args: {} });

it.each(['beforeToolCallback', 'afterToolCallback'] as const)(
  'what a %s throws is told to the model, also when it has no text',
  async (name) => {
    const look = new FunctionTool({ name: 'look', description: '', execute: () => 'seen' });
    const model = new ScriptedModel({ turns: [callLook, scriptText('well')] });
    const callback = () => {
      throw Object.create(null);
    };
    const agent = new LlmAgent({ name: 'me', model, tools: [look], [name]: callback });
    const { ask } = await createTestApp(agent);
    const [, results, answer] = await ask('hi');
    expect(results?.content?.parts?.[0]?.functionResponse?.response).toHaveProperty('error');
    expect(brief(answer === undefined ? [] : [answer])).toEqual(['me: well']);
  },
);
