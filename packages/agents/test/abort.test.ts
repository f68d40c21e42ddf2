import { describe, expect, it } from 'vitest';
import { LlmAgent, type LlmAgentConfig } from '../src/agent/llm-agent.ts';
import type { Model } from '../src/contract/model.ts';
import type { SessionService } from '../src/contract/session.ts';
import { createScriptGate, type ScriptGate } from '../src/model/script-gate.ts';
import { ScriptedModel, scriptCalls, scriptPartial, scriptText } from '../src/model/scripted-model.ts';
import { InMemorySessionService } from '../src/session/in-memory-session-service.ts';
import { FunctionTool } from '../src/tool/function-tool.ts';
import { brief, createTestApp } from './support/run.ts';

const call = scriptCalls({ id: 'c', name: 'work' });

/** A place where a run can be held; the config that holds it there, and what is stored when it is aborted there. */
type Hold = (gate: ScriptGate) => {
  readonly config?: Partial<LlmAgentConfig>;
  readonly turns?: ConstructorParameters<typeof ScriptedModel>[0]['turns'];
  readonly sessionService?: SessionService;
  readonly stored: readonly string[];
};

const work = (execute: () => unknown) => new FunctionTool({ name: 'work', description: '', execute });
const hold = (gate: ScriptGate) => async () => {
  await gate.wait();
  return undefined;
};

const holds: Readonly<Record<string, Hold>> = {
  'while the instruction is made': (gate) => ({
    config: { instruction: async () => String(await hold(gate)()) },
    stored: ['user: go'],
  }),
  'in beforeAgentCallback': (gate) => ({ config: { beforeAgentCallback: hold(gate) }, stored: ['user: go'] }),
  'in beforeModelCallback': (gate) => ({ config: { beforeModelCallback: hold(gate) }, stored: ['user: go'] }),
  'before the first response': (gate) => ({ turns: [[gate, call]], stored: ['user: go'] }),
  'between two partial responses': (gate) => ({
    turns: [[scriptPartial('a'), gate, scriptPartial('b'), call]],
    stored: ['user: go'],
  }),
  'between the final response and the end of the stream': (gate) => ({
    turns: [[call, gate]],
    stored: ['user: go'],
  }),
  'in afterModelCallback': (gate) => ({ config: { afterModelCallback: hold(gate) }, stored: ['user: go'] }),
  'in beforeToolCallback': (gate) => ({
    config: { beforeToolCallback: hold(gate) },
    stored: ['user: go', 'me: work({})'],
  }),
  'in a tool': (gate) => ({ config: { tools: [work(hold(gate))] }, stored: ['user: go', 'me: work({})'] }),
  'in afterToolCallback': (gate) => ({
    config: { afterToolCallback: hold(gate) },
    stored: ['user: go', 'me: work({})'],
  }),
  'in the second model call': (gate) => ({
    turns: [call, [gate, scriptText('done')]],
    stored: ['user: go', 'me: work({})', 'me: work={"result":"worked"}'],
  }),
  'in afterAgentCallback': (gate) => ({
    config: { afterAgentCallback: hold(gate) },
    stored: ['user: go', 'me: work({})', 'me: work={"result":"worked"}', 'me: done'],
  }),
  'while the session is loaded': (gate) => ({ sessionService: new SlowLoads(gate), stored: [] }),
};

class SlowLoads extends InMemorySessionService {
  readonly #gate: ScriptGate;
  #isFirst = true;

  constructor(gate: ScriptGate) {
    super();
    this.#gate = gate;
  }

  override async getSession(...request: Parameters<InMemorySessionService['getSession']>) {
    if (this.#isFirst) {
      this.#isFirst = false;
      await this.#gate.wait();
    }
    return super.getSession(...request);
  }
}

describe('an abort', () => {
  it.each(Object.entries(holds))(
    '%s ends the run at once, quietly, and nothing is stored after it',
    async (_at, at) => {
      const gate = createScriptGate();
      const { config, turns = [call, scriptText('done')], sessionService, stored } = at(gate);
      let toolRuns = 0;
      const model = new ScriptedModel({ turns });
      const tools = [work(() => `worked${++toolRuns > 1 ? ' again' : ''}`)];
      const agent = new LlmAgent({ name: 'me', model, tools, ...config });
      const app = await createTestApp(agent, sessionService === undefined ? {} : { sessionService });
      const controller = new AbortController();
      const run = app.ask('go', { abortSignal: controller.signal, runConfig: { streamingMode: 'sse' } });
      await gate.reached;
      const modelCalls = model.calls.length;
      controller.abort(new Error('stop'));
      await expect(run).resolves.toBeDefined();
      expect(brief(await app.events())).toEqual(stored);

      // What was held goes on by itself; it must not bring about anything any more.
      const runsAtAbort = toolRuns;
      gate.open();
      await new Promise((resolve) => setImmediate(resolve));
      expect(brief(await app.events())).toEqual(stored);
      expect({ calls: model.calls.length, tools: toolRuns }).toEqual({
        calls: modelCalls,
        tools: runsAtAbort,
      });
      expect(model.running).toBe(0);
    },
  );

  it('leaves a session that the next message can use', async () => {
    const gate = createScriptGate();
    const model = new ScriptedModel({
      turns: [call, scriptText('fine')],
      interactionsTarget: { id: 't', kind: 'catenary' },
    });
    const { ask } = await createTestApp(new LlmAgent({ name: 'me', model, tools: [work(hold(gate))] }));
    const controller = new AbortController();
    const run = ask('go', { abortSignal: controller.signal });
    await gate.reached;
    controller.abort();
    await run;
    expect(brief(await ask('again'))).toEqual(['me: fine']);
    expect(model.requests[1]?.contents[0]?.parts?.[0]?.functionResponse?.response).toEqual({
      error: expect.stringContaining('Not executed'),
    });
  });

  it('reaches the tools that are running', async () => {
    const gate = createScriptGate();
    let reason: unknown;
    const tool = new FunctionTool({
      name: 'work',
      description: '',
      execute: async (_args, context) => {
        context?.abortSignal?.addEventListener('abort', () => {
          reason = context.abortSignal?.reason;
        });
        await gate.wait();
      },
    });
    const { ask } = await createTestApp(
      new LlmAgent({ name: 'me', model: new ScriptedModel({ turns: [call] }), tools: [tool] }),
    );
    const controller = new AbortController();
    const run = ask('go', { abortSignal: controller.signal });
    await gate.reached;
    controller.abort('enough');
    await run;
    expect(reason).toBe('enough');
  });

  it('before the run starts nothing', async () => {
    const model = new ScriptedModel({ turns: [] });
    const { ask, events } = await createTestApp(new LlmAgent({ name: 'me', model }));
    expect(await ask('go', { abortSignal: AbortSignal.abort() })).toEqual([]);
    expect(await events()).toEqual([]);
  });

  it('does not wait for a model that hears nothing of signals', async () => {
    const gate = createScriptGate();
    const deaf: Model = {
      model: 'deaf',
      interactionsTarget: undefined,
      mixesBuiltInTools: true,
      async *generateContentAsync() {
        await gate.wait();
        yield scriptText('too late');
      },
    };
    const { ask, events } = await createTestApp(new LlmAgent({ name: 'me', model: deaf }));
    const controller = new AbortController();
    const run = ask('go', { abortSignal: controller.signal });
    await gate.reached;
    controller.abort();
    expect(await run).toEqual([]);
    gate.open();
    await new Promise((resolve) => setImmediate(resolve));
    expect(brief(await events())).toEqual(['user: go']);
  });

  it('between two events, by who reads them, is the end', async () => {
    const model = new ScriptedModel({ turns: [[scriptPartial('a'), scriptPartial('b'), scriptText('ab')]] });
    const { runner, events } = await createTestApp(new LlmAgent({ name: 'me', model }));
    const controller = new AbortController();
    const seen: string[] = [];
    for await (const event of runner.runAsync({
      userId: 'user-1',
      sessionId: 'session-1',
      newMessage: { parts: [{ text: 'go' }] },
      runConfig: { streamingMode: 'sse' },
      abortSignal: controller.signal,
    })) {
      seen.push(...brief([event]));
      controller.abort();
    }
    expect(seen).toEqual(['me ~: a']);
    expect(model.running).toBe(0);
    expect(brief(await events())).toEqual(['user: go']);
  });

  it('leaves no listener behind on a signal that outlives the run', async () => {
    const model = new ScriptedModel({ turns: [call, [scriptPartial('d'), scriptText('done')]] });
    const { ask } = await createTestApp(new LlmAgent({ name: 'me', model, tools: [work(() => 'worked')] }));
    const { signal } = new AbortController();
    let listeners = 0;
    const { addEventListener, removeEventListener } = signal;
    signal.addEventListener = (...args: Parameters<typeof addEventListener>) => {
      listeners += 1;
      addEventListener.apply(signal, args);
    };
    signal.removeEventListener = (...args: Parameters<typeof removeEventListener>) => {
      listeners -= 1;
      removeEventListener.apply(signal, args);
    };
    await ask('go', { abortSignal: signal, runConfig: { streamingMode: 'sse' } });
    expect(listeners).toBe(0);
  });
});
