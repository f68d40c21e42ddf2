import { describe, expect, it } from 'vitest';
import { BaseAgent } from '../src/agent/base-agent.ts';
import { LlmAgent } from '../src/agent/llm-agent.ts';
import type { InvocationContext } from '../src/contract/context.ts';
import type { Session } from '../src/contract/session.ts';
import { createEvent } from '../src/event/create-event.ts';
import { ScriptedModel, scriptCalls, scriptPartial, scriptText } from '../src/model/scripted-model.ts';
import { Runner } from '../src/runner/runner.ts';
import { LongRunningFunctionTool } from '../src/tool/long-running-function-tool.ts';
import { createChainApp as app, look, sent, target } from './support/chain-app.ts';
import { collect, createTestApp, userText } from './support/run.ts';

describe('a chain', () => {
  it('sends each turn only what the server has not seen', async () => {
    const { ask, model } = await app([
      scriptText('one'),
      scriptCalls({ id: 'c', name: 'look' }),
      scriptText('two'),
      scriptText('three'),
    ]);
    for (const text of ['a', 'b', 'c']) await ask(text);
    expect(sent(model)).toEqual([
      [null, 'u: a'],
      ['interaction-1', 'u: b'],
      ['interaction-2', 'u: c=seen'],
      ['interaction-3', 'u: c'],
    ]);
  });

  it('names the interaction on every event of a response', async () => {
    const { ask } = await app([[scriptPartial('on'), scriptText('one')]]);
    const events = await ask('a', { runConfig: { streamingMode: 'sse' } });
    expect(events.map(({ interactionId }) => interactionId)).toEqual(['interaction-1', 'interaction-1']);
  });

  it('repeats instruction, tools and settings with each request', async () => {
    const { ask, model } = await app([scriptText('one'), scriptText('two')], {
      instruction: 'Be kind.',
      generateContentConfig: { maxOutputTokens: 9 },
    });
    await ask('a');
    await ask('b');
    expect(model.requests[1]?.config).toEqual(model.requests[0]?.config);
    expect(model.requests[1]?.config).toMatchObject({
      systemInstruction: expect.stringContaining('Be kind.'),
      maxOutputTokens: 9,
      tools: [{ functionDeclarations: [expect.objectContaining({ name: 'look' })] }],
    });
  });

  it('hands on the environment of its head', async () => {
    const { ask, model } = await app([{ ...scriptText('one'), environmentId: 'env' }, scriptText('two')]);
    await ask('a');
    await ask('b');
    expect(model.requests.map(({ environmentId }) => environmentId)).toEqual([undefined, 'env']);
  });

  it('remembers how old it is and when it ends', async () => {
    const { ask, events } = await app(
      [scriptText('one'), scriptText('two')],
      {},
      { ...target, retentionMs: 10_000 },
    );
    await ask('a');
    await ask('b');
    const [first, second] = (await events()).flatMap(({ chain }) => chain ?? []);
    expect(second?.oldestAtMs).toBe(first?.oldestAtMs);
    expect(second?.expiresAtMs).toBe((first?.oldestAtMs ?? 0) + 10_000);
  });

  it('is not tried once its retention is known to have passed', async () => {
    const { ask, model } = await app(
      [scriptText('one'), scriptText('two')],
      {},
      { ...target, retentionMs: 0 },
    );
    await ask('a');
    await ask('b');
    expect(sent(model)[1]).toEqual([null, 'u: a', 'm: one', 'u: b']);
  });

  it('takes into account what was appended while the model was thinking', async () => {
    const note = createEvent({
      author: 'other',
      content: { role: 'model', parts: [{ text: 'by the way' }] },
    });
    let session: Session | undefined;
    const { ask, model, sessionService } = await app(
      [
        async () => {
          // Inside the model call, as a parallel agent would.
          await sessionService.appendEvent({ session: session!, event: note });
          return scriptText('one');
        },
        scriptText('two'),
      ],
      {
        beforeModelCallback: ({ context }) => {
          session = context.invocationContext.session;
          return undefined;
        },
      },
    );
    await ask('a');
    await ask('b');
    expect(sent(model)[1]).toEqual(['interaction-1', 'u: For context: [other] said: by the way', 'u: b']);
  });
});

describe('open calls', () => {
  it('are answered when the user wrote instead of the result, and a late result is told as text', async () => {
    const approve = new LongRunningFunctionTool({
      name: 'approve',
      description: '',
      execute: () => undefined,
    });
    const { ask, model } = await app(
      [scriptCalls({ id: 'a', name: 'approve' }), scriptText('still waiting'), scriptText('great')],
      { tools: [approve] },
    );
    await ask('go');
    await ask('and?');
    await ask('', {
      newMessage: {
        role: 'user',
        parts: [{ functionResponse: { id: 'a', name: 'approve', response: { ok: true } } }],
      },
    });
    expect(sent(model).slice(1)).toEqual([
      ['interaction-1', 'u: a=pending,There is no result yet. It will be told when it comes.', 'u: and?'],
      ['interaction-2', 'u: For context: a later result of `approve` (call a): {"ok":true}'],
    ]);
  });

  it('are answered after a run that was cut short between call and result', async () => {
    const { ask, model, runner } = await app([scriptCalls({ id: 'c', name: 'look' }), scriptText('ok')]);
    const request = { userId: 'user-1', sessionId: 'session-1', newMessage: userText('a') };
    for await (const _call of runner.runAsync(request)) break;
    await ask('b');
    expect(sent(model)[1]).toEqual([
      'interaction-1',
      'u: c=Not executed: the run ended before this call returned a result.',
      'u: b',
    ]);
  });
});

describe('a change of mode or target', () => {
  it('store: false sends the whole history and keeps no id; the chain goes on where it was left', async () => {
    const steps = [{ type: 'thought' as const, signature: 's' }];
    const { ask, model } = await app([
      scriptText('one'),
      { ...scriptText('two'), steps },
      scriptText('3'),
      scriptText('4'),
    ]);
    await ask('a');
    const [event] = await ask('b', { runConfig: { store: false } });
    expect(event?.interactionId).toBeUndefined();
    await ask('c', { runConfig: { store: false } });
    await ask('d');
    expect(model.requests.map(({ stateless }) => stateless)).toEqual([undefined, true, true, undefined]);
    expect([...(model.requests[2]?.replaySteps?.values() ?? [])]).toEqual([steps]);
    expect(sent(model)[2]).toEqual([null, 'u: a', 'm: one', 'u: b', 'm: two', 'u: c']);
    expect(sent(model)[3]).toEqual(['interaction-1', 'u: b', 'm: two', 'u: c', 'm: 3', 'u: d']);
  });

  it('another target starts a chain of its own with the whole history', async () => {
    const here = new ScriptedModel({ turns: [scriptText('one')], interactionsTarget: target });
    const there = new ScriptedModel({
      turns: [scriptText('two')],
      interactionsTarget: { ...target, id: 'there' },
    });
    const { ask, sessionService } = await createTestApp(new LlmAgent({ name: 'me', model: here }));
    await ask('a');
    const moved = new Runner({
      appName: 'app',
      agent: new LlmAgent({ name: 'me', model: there }),
      sessionService,
    });
    await collect(moved.runAsync({ userId: 'user-1', sessionId: 'session-1', newMessage: userText('b') }));
    expect(sent(there)).toEqual([[null, 'u: a', 'm: one', 'u: b']]);
  });

  it('turns made in standard mode are told to the server once the chain goes on', async () => {
    const chained = new ScriptedModel({
      turns: [scriptText('one'), scriptText('three')],
      interactionsTarget: target,
    });
    const standard = new ScriptedModel({ turns: [scriptText('two')] });
    const { ask, sessionService } = await createTestApp(new LlmAgent({ name: 'me', model: chained }));
    await ask('a');
    const other = new Runner({
      appName: 'app',
      agent: new LlmAgent({ name: 'me', model: standard }),
      sessionService,
    });
    await collect(other.runAsync({ userId: 'user-1', sessionId: 'session-1', newMessage: userText('b') }));
    await ask('c');
    expect(sent(chained)[1]).toEqual(['interaction-1', 'u: b', 'm: two', 'u: c']);
  });
});

describe('includeContents: none', () => {
  it('shows the model the current turn only, and chains inside it', async () => {
    const { ask, model } = await app(
      [scriptText('one'), scriptCalls({ id: 'c', name: 'look' }), scriptText('two')],
      { includeContents: 'none' },
    );
    await ask('a');
    await ask('b');
    expect(sent(model)).toEqual([
      [null, 'u: a'],
      [null, 'u: b'],
      ['interaction-2', 'u: c=seen'],
    ]);
  });

  it('shows the turn in standard mode, too', async () => {
    const model = new ScriptedModel({
      turns: [scriptText('one'), scriptCalls({ id: 'c', name: 'look' }), scriptText('two')],
    });
    const { ask } = await createTestApp(
      new LlmAgent({ name: 'me', model, tools: [look], includeContents: 'none' }),
    );
    await ask('a');
    await ask('b');
    expect(sent(model)).toEqual([
      [null, 'u: a'],
      [null, 'u: b'],
      [null, 'u: b', 'm: c()', 'u: c=seen'],
    ]);
  });
});

it('agents on branches of their own keep chains of their own, and do not hear each other', async () => {
  class Fork extends BaseAgent {
    protected override async *runAsyncImpl(context: InvocationContext) {
      for (const agent of this.subAgents) {
        yield* agent.runAsync(context.clone({ branch: `${this.name}.${agent.name}` }));
      }
    }
  }
  const model = new ScriptedModel({
    turns: [scriptText('a1'), scriptText('b1'), scriptText('a2'), scriptText('b2')],
    interactionsTarget: target,
  });
  const { ask, events } = await createTestApp(
    new Fork({
      name: 'fork',
      subAgents: [new LlmAgent({ name: 'a', model }), new LlmAgent({ name: 'b', model })],
    }),
  );
  await ask('one');
  await ask('two');
  expect(sent(model)).toEqual([
    [null, 'u: one'],
    [null, 'u: one'],
    ['interaction-1', 'u: two'],
    ['interaction-2', 'u: two'],
  ]);
  expect((await events()).map(({ branch }) => branch)).toEqual([
    undefined,
    'fork.a',
    'fork.b',
    undefined,
    'fork.a',
    'fork.b',
  ]);
});
