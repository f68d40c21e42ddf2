import { expect, it } from 'vitest';
import { LlmAgent } from '../src/agent/llm-agent.ts';
import { ScriptedModel, scriptCalls, scriptText } from '../src/model/scripted-model.ts';
import { FunctionTool } from '../src/tool/function-tool.ts';
import { brief, createTestApp } from './support/run.ts';

const callLook = scriptCalls({ id: '1', name: 'look', args: {} });

it('that ends the invocation has its result stored, and told to the model when the conversation goes on', async () => {
  const look = new FunctionTool({
    name: 'look',
    description: '',
    execute: (_input, context) => {
      if (context !== undefined) context.invocationContext.endInvocation = true;
      return 'seen';
    },
  });
  const model = new ScriptedModel({ turns: [callLook, scriptText('well')] });
  const { ask, events } = await createTestApp(new LlmAgent({ name: 'me', model, tools: [look] }));
  expect(brief(await ask('hi'))).toEqual(['me: look({})', 'me: look={"result":"seen"}']);
  await ask('and?');
  expect(JSON.stringify(model.requests.at(-1)?.contents)).not.toContain('Not executed');
  expect(brief(await events()).slice(-2)).toEqual(['user: and?', 'me: well']);
});
