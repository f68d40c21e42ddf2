import { describe, expect, it } from 'vitest';
import { LlmAgent } from '../../src/agent/llm-agent.ts';
import { ScriptedModel, type ScriptedTurn, scriptCalls, scriptText } from '../../src/model/scripted-model.ts';
import { AgentTool } from '../../src/tool/agent-tool.ts';
import { FunctionTool } from '../../src/tool/function-tool.ts';
import { brief, createTestApp } from '../support/run.ts';

const interactionsTarget = { id: 'here', kind: 'other' } as const;
const helperCall = (id = 'c') => scriptCalls({ id, name: 'helper', args: { request: 'help' } });

/** An agent that asks a helper agent, each on a script of its own. */
async function startWith(outer: readonly ScriptedTurn[], inner: readonly ScriptedTurn[]) {
  const models = {
    outer: new ScriptedModel({ turns: outer, interactionsTarget }),
    inner: new ScriptedModel({ turns: inner, interactionsTarget }),
  };
  const count = new FunctionTool({
    name: 'count',
    description: 'Counts.',
    execute: (_args, context) => {
      context?.state.set('count', (context.state.get<number>('count') ?? 0) + 1);
      context?.state.set('temp:scratch', true);
    },
  });
  const helper = new LlmAgent({
    name: 'helper',
    model: models.inner,
    instruction: 'The count is {count}.',
    tools: [count],
  });
  const me = new LlmAgent({ name: 'me', model: models.outer, tools: [new AgentTool({ agent: helper })] });
  return { models, ...(await createTestApp(me, { state: { count: 4 } })) };
}

describe('an agent that asks another as a tool', () => {
  it('sees its answer only, shares its state, and leaves its conversation out of the session', async () => {
    const { ask, events, models, state } = await startWith(
      [helperCall(), scriptText('done')],
      [scriptCalls({ id: 'n', name: 'count' }), scriptText('it is 5')],
    );
    expect(brief(await ask('go'))).toEqual([
      'me: helper({"request":"help"})',
      'me: helper={"result":"it is 5"}',
      'me: done',
    ]);
    expect(models.inner.requests[0]).toMatchObject({
      contents: [{ role: 'user', parts: [{ text: 'help' }] }],
      config: { systemInstruction: expect.stringContaining('The count is 4.') },
    });
    expect(await state()).toEqual({ count: 5 });
    expect((await events()).map(({ author }) => author)).toEqual(['user', 'me', 'me', 'me']);
    models.inner.assertDone();
  });

  it('shares its limit of model calls, as does what it asks in turn', async () => {
    const { ask, models } = await startWith(
      [helperCall('1'), helperCall('2'), scriptText('never asked for')],
      [scriptText('one'), scriptCalls({ id: 'n', name: 'count' }), scriptText('never asked for')],
    );
    const turn = await ask('go', { runConfig: { maxLlmCalls: 4 } });
    expect(turn.at(-1)).toMatchObject({ author: 'me', errorCode: 'llm_call_limit' });
    expect([models.outer.calls.length, models.inner.calls.length]).toEqual([2, 2]);
    await ask('again', { runConfig: { maxLlmCalls: 1 } });
    expect(models.outer.calls).toHaveLength(3);
  });

  it('hears of its failure as the result of the call', async () => {
    const { ask } = await startWith(
      [helperCall(), scriptText('sorry')],
      [{ errorCode: 'QUOTA', errorMessage: 'out of quota' }],
    );
    expect(brief(await ask('go'))).toContain(`me: helper={"error":"Error in tool 'helper': out of quota"}`);
  });

  it('lets it begin anew each time', async () => {
    const { ask, models } = await startWith(
      [helperCall('1'), helperCall('2'), scriptText('done')],
      [scriptText('one'), scriptText('two')],
    );
    await ask('go');
    expect(models.inner.requests.map(({ previousInteractionId }) => previousInteractionId)).toEqual([
      undefined,
      undefined,
    ]);
    expect(models.inner.requests[1]?.contents).toHaveLength(1);
  });

  it('has nothing of it kept on a server where the run asks for that', async () => {
    const { ask, models } = await startWith([helperCall(), scriptText('done')], [scriptText('ok')]);
    await ask('go', { runConfig: { store: false, streamingMode: 'sse' } });
    expect(models.inner.calls).toMatchObject([{ request: { stateless: true }, stream: false }]);
  });

  it('lets it go with an abort', async () => {
    const controller = new AbortController();
    const { ask, models } = await startWith(
      [helperCall()],
      [
        ({ signal }) => {
          controller.abort();
          return signal?.aborted === true ? new Error('aborted') : scriptText('too late');
        },
      ],
    );
    expect(brief(await ask('go', { abortSignal: controller.signal }))).toEqual([
      'me: helper({"request":"help"})',
    ]);
    expect(models.inner.running).toBe(0);
  });
});
