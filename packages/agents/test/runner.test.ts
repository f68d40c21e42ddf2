import { describe, expect, it } from 'vitest';
import { LlmAgent } from '../src/agent/llm-agent.ts';
import { AgentsError } from '../src/error.ts';
import { createEvent } from '../src/event/create-event.ts';
import { createScriptGate } from '../src/model/script-gate.ts';
import { ScriptedModel, scriptCalls, scriptPartial, scriptText } from '../src/model/scripted-model.ts';
import { InMemoryRunner } from '../src/runner/in-memory-runner.ts';
import { isRunner } from '../src/runner/runner.ts';
import { InMemorySessionService } from '../src/session/in-memory-session-service.ts';
import type { BaseTool } from '../src/tool/base-tool.ts';
import { BaseToolset } from '../src/tool/base-toolset.ts';
import { FunctionTool } from '../src/tool/function-tool.ts';
import { LongRunningFunctionTool } from '../src/tool/long-running-function-tool.ts';
import { brief, collect, createTestApp, userText } from './support/run.ts';

const KEY = { appName: 'app', userId: 'user-1', sessionId: 'session-1' };

function agentOf(...turns: ConstructorParameters<typeof ScriptedModel>[0]['turns']) {
  return new LlmAgent({ name: 'me', model: new ScriptedModel({ turns }) });
}

describe('a run', () => {
  it.each([
    ['no parts', { role: 'user' }],
    ['an empty list of parts', { role: 'user', parts: [] }],
    ['nothing', undefined],
  ])('refuses a message with %s', async (_case, newMessage) => {
    const { ask } = await createTestApp(agentOf());
    // A program in plain JavaScript may pass anything.
    const run = ask('', { newMessage: newMessage as never });
    await expect(run).rejects.toMatchObject({ code: 'invalid_argument' });
  });

  it('refuses a session that there is none of, and says which', async () => {
    const { ask } = await createTestApp(agentOf());
    const error: unknown = await ask('hi', { sessionId: 'other' }).catch((thrown) => thrown);
    expect(error).toMatchObject({ code: 'session_not_found' });
    expect(String(error)).toContain('"other"');
  });

  it.each([
    [{ streamingMode: 'bidi' as never }, 'streaming mode "bidi"'],
    [{ maxLlmCalls: 0.5 }, 'maxLlmCalls is 0.5'],
    [{ maxLlmCalls: Number.MAX_SAFE_INTEGER + 1 }, 'maxLlmCalls'],
  ])('refuses options that make no sense: %o', async (runConfig, message) => {
    const { ask } = await createTestApp(agentOf());
    await expect(ask('hi', { runConfig })).rejects.toThrow(message);
  });

  it('sets the state delta with the message, and keeps the metadata on its event', async () => {
    const { ask, events, state } = await createTestApp(agentOf(scriptText('ok')));
    await ask('hi', { stateDelta: { city: 'Oslo' }, customMetadata: { from: 'phone' } });
    expect(await state()).toEqual({ city: 'Oslo' });
    expect((await events())[0]).toMatchObject({
      author: 'user',
      actions: { stateDelta: { city: 'Oslo' } },
      customMetadata: { from: 'phone' },
    });
  });

  it('takes a message without a role as the user', async () => {
    const { ask, events } = await createTestApp(agentOf(scriptText('ok')));
    await ask('', { newMessage: { parts: [{ text: 'hi' }] } });
    expect((await events())[0]?.content).toEqual({ role: 'user', parts: [{ text: 'hi' }] });
  });

  it('gives all events of one run the same invocation id, and each its own id and time', async () => {
    const { ask, events } = await createTestApp(agentOf(scriptText('ok')));
    await ask('hi');
    const stored = await events();
    expect(new Set(stored.map(({ invocationId }) => invocationId)).size).toBe(1);
    expect(new Set(stored.map(({ id }) => id)).size).toBe(2);
    expect(stored[1]!.timestamp).toBeGreaterThan(stored[0]!.timestamp);
  });

  it('lets errors of user code through, and releases the session', async () => {
    let breaks = true;
    const model = new ScriptedModel({ turns: [scriptText('ok')] });
    const agent = new LlmAgent({
      name: 'me',
      model,
      beforeModelCallback: () => {
        if (breaks) throw new TypeError('a bug');
        return undefined;
      },
    });
    const { ask } = await createTestApp(agent);
    await expect(ask('hi')).rejects.toThrow(TypeError);
    breaks = false;
    expect(brief(await ask('again'))).toEqual(['me: ok']);
  });

  it('lets the caller know of a set-up that cannot work', async () => {
    const error = new AgentsError({ code: 'missing_credentials', message: 'no key' });
    const { ask } = await createTestApp(agentOf(error));
    await expect(ask('hi')).rejects.toBe(error);
  });

  it('lets a script that does not fit be known', async () => {
    const { ask } = await createTestApp(agentOf());
    await expect(ask('hi')).rejects.toMatchObject({ code: 'script_mismatch' });
  });
});

describe('two runs on one session', () => {
  it('run one after the other, in the order they came', async () => {
    const gate = createScriptGate();
    const { ask, events } = await createTestApp(agentOf([gate, scriptText('one')], scriptText('two')));
    const first = ask('a');
    await gate.reached;
    const second = ask('b');
    gate.open();
    await Promise.all([first, second]);
    expect(brief(await events())).toEqual(['user: a', 'me: one', 'user: b', 'me: two']);
  });

  it('give session_busy to the second where it does not want to wait', async () => {
    const gate = createScriptGate();
    const { ask } = await createTestApp(agentOf([gate, scriptText('one')]));
    const first = ask('a');
    await gate.reached;
    await expect(ask('b', { runConfig: { whenBusy: 'fail' } })).rejects.toMatchObject({
      code: 'session_busy',
    });
    gate.open();
    expect(brief(await first)).toEqual(['me: one']);
  });

  it('let the waiting one be aborted without an error, and the next one run', async () => {
    const gate = createScriptGate();
    const { ask } = await createTestApp(agentOf([gate, scriptText('one')], scriptText('three')));
    const first = ask('a');
    await gate.reached;
    const controller = new AbortController();
    const second = ask('b', { abortSignal: controller.signal });
    const third = ask('c');
    await Promise.resolve();
    controller.abort();
    expect(await second).toEqual([]);
    gate.open();
    await first;
    expect(brief(await third)).toEqual(['me: three']);
  });

  it('release the session when who reads leaves early', async () => {
    const { ask, runner } = await createTestApp(agentOf(scriptText('one'), scriptText('two')));
    for await (const _event of runner.runAsync({ ...KEY, newMessage: userText('a') })) break;
    expect(brief(await ask('b'))).toEqual(['me: two']);
  });
});

it('a writer that came in between makes the run fail with stale_session, and nothing is merged', async () => {
  const gate = createScriptGate();
  const sessionService = new InMemorySessionService();
  const { ask, events } = await createTestApp(agentOf([gate, scriptText('one')]), { sessionService });
  const run = ask('a');
  await gate.reached;
  const session = await sessionService.getSession(KEY);
  await sessionService.appendEvent({ session: session!, event: createEvent({ author: 'me' }) });
  gate.open();
  await expect(run).rejects.toMatchObject({ code: 'stale_session', retryable: true });
  expect(brief(await events())).toEqual(['user: a', 'me: ']);
});

describe('the agent that answers', () => {
  const family = (options: { readonly stays?: boolean } = {}) => {
    const model = new ScriptedModel({
      turns: [
        scriptCalls({ id: 't', name: 'transfer_to_agent', args: { agentName: 'child' } }),
        scriptText('child here'),
        scriptText('who is it now'),
      ],
    });
    const child = new LlmAgent({ name: 'child', model, disallowTransferToParent: options.stays === true });
    return new LlmAgent({ name: 'root', model, subAgents: [child] });
  };

  it('is the one that spoke last', async () => {
    const { ask } = await createTestApp(family());
    await ask('a');
    expect(brief(await ask('b'))).toEqual(['child: who is it now']);
  });

  it('is the root where the last one could not hand the conversation back', async () => {
    const { ask } = await createTestApp(family({ stays: true }));
    await ask('a');
    expect(brief(await ask('b'))).toEqual(['root: who is it now']);
  });

  it('is the one whose call the message brings a result for', async () => {
    const model = new ScriptedModel({
      turns: [
        scriptCalls({ id: 't', name: 'transfer_to_agent', args: { agentName: 'child' } }),
        scriptCalls({ id: 'a', name: 'approve' }),
        scriptText('thanks'),
      ],
    });
    const approve = new LongRunningFunctionTool({
      name: 'approve',
      description: '',
      execute: () => undefined,
    });
    const child = new LlmAgent({ name: 'child', model, tools: [approve], disallowTransferToParent: true });
    const { ask } = await createTestApp(new LlmAgent({ name: 'root', model, subAgents: [child] }));
    await ask('go');
    const result = { functionResponse: { id: 'a', name: 'approve', response: { ok: true } } };
    expect(brief(await ask('', { newMessage: { role: 'user', parts: [result] } }))).toEqual([
      'child: thanks',
    ]);
  });
});

describe('an ephemeral run', () => {
  it('answers on a session that is gone afterwards, also when left early', async () => {
    const runner = new InMemoryRunner({
      agent: agentOf(scriptText('one'), [scriptPartial('t'), scriptText('two')]),
    });
    const request = { userId: 'u', newMessage: userText('hi'), runConfig: { streamingMode: 'sse' as const } };
    expect(brief(await collect(runner.runEphemeral(request)))).toEqual(['me: one']);
    for await (const _event of runner.runEphemeral(request)) break;
    expect((await runner.sessionService.listSessions({ appName: runner.appName })).sessions).toEqual([]);
  });
});

describe('toolsets', () => {
  class Kit extends BaseToolset {
    closed = 0;
    readonly fails: boolean;

    constructor(fails = false) {
      super();
      this.fails = fails;
    }

    async getTools(): Promise<BaseTool[]> {
      return [new FunctionTool({ name: 'kit', description: '', execute: () => 'done' })];
    }

    async close(): Promise<void> {
      this.closed += 1;
      if (this.fails) throw new Error('stuck');
    }
  }

  it('are asked for their tools, and closed after each run, in all agents of the tree', async () => {
    const [kit, below] = [new Kit(), new Kit()];
    const model = new ScriptedModel({
      turns: [scriptCalls({ id: 'k', name: 'kit' }), scriptText('ok'), scriptText('ok')],
    });
    const { ask } = await createTestApp(
      new LlmAgent({
        name: 'me',
        model,
        tools: [kit],
        subAgents: [new LlmAgent({ name: 'sub', tools: [below] })],
      }),
    );
    expect(brief(await ask('a'))[1]).toBe('me: kit={"result":"done"}');
    await ask('b');
    expect([kit.closed, below.closed]).toEqual([2, 2]);
  });

  it('that cannot be closed are logged, and the answer stands', async () => {
    const model = new ScriptedModel({ turns: [scriptText('ok')] });
    const { ask, warnings } = await createTestApp(
      new LlmAgent({ name: 'me', model, tools: [new Kit(true)] }),
    );
    expect(brief(await ask('a'))).toEqual(['me: ok']);
    expect(warnings).toHaveLength(1);
  });
});

it('runners are recognised by their brand', () => {
  const runner = new InMemoryRunner({ agent: agentOf() });
  expect(runner.appName).toBe('InMemoryRunner');
  expect([isRunner(runner), isRunner({}), isRunner(null)]).toEqual([true, false, false]);
});
