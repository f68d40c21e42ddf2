import type { Step, Tool, Usage } from '@catenary/protocol';
import { describe, expect, it } from 'vitest';
import { createScriptedBackend } from '../src/backend/scripted/scripted-backend.ts';
import type { ScriptedAction, ScriptedTurn } from '../src/backend/scripted/scripted-turn.ts';
import { ServerError } from '../src/error.ts';
import type { RunEvent } from '../src/execution/run.ts';
import { runInteraction } from '../src/execution/run-interaction.ts';
import { silentLogger } from '../src/logger.ts';
import type { SearchProvider } from '../src/tool/search/search-provider.ts';
import { createManualClock } from './support/manual-clock.ts';

const search: SearchProvider = {
  name: 'test',
  search: async (query) => [
    { title: `About ${query}`, url: `catenary-corpus:${query}`, snippet: 'X.', source: 'test' },
  ],
};
const text = (value: string): Step => ({ type: 'model_output', content: [{ type: 'text', text: value }] });
const searchCall = (id: string): Step => ({ type: 'google_search_call', id, arguments: { queries: [id] } });
const functionCall: Step = { type: 'function_call', id: 'c1', name: 'f', arguments: {} };
const output: ScriptedAction = { type: 'step.start', step: { type: 'model_output' } };
const delta = (value: string): ScriptedAction => ({
  type: 'step.delta',
  delta: { type: 'text', text: value },
});
const stop: ScriptedAction = { type: 'step.stop' };
const end: ScriptedAction = { type: 'end' };

interface Setting {
  readonly tools?: readonly Tool[];
  readonly search?: SearchProvider;
  readonly signal?: AbortSignal;
}

async function run(turns: readonly ScriptedTurn[], setting: Setting = {}) {
  const backend = createScriptedBackend(turns);
  const steps: Step[] = [{ type: 'user_input', content: [{ type: 'text', text: 'Hello there' }] }];
  const events: RunEvent[] = [];
  for await (const event of runInteraction(
    {
      id: 'v1_a',
      backend,
      request: {
        model: 'scripted',
        steps,
        inputStart: 0,
        tools: setting.tools ?? [{ type: 'google_search' }],
      },
      createdAtMs: 1_780_000_000_000,
    },
    { clock: createManualClock(), logger: silentLogger, search: setting.search ?? search },
    setting.signal ?? new AbortController().signal,
  )) {
    events.push(event);
  }
  return {
    backend,
    events: events.map(({ event }) => event),
    kinds: events.map(({ event }) => event.event_type),
    steps: events.flatMap(({ step }) => (step === undefined ? [] : [step.step])),
    end: events.at(-1)?.end,
    ends: events.filter((event) => event.end !== undefined).length,
  };
}

describe('a run', () => {
  it('has the times, the model and the usage in its last event', async () => {
    const { events } = await run([{ steps: [text('Hi.')] }]);
    expect(events.at(-1)).toEqual({
      event_type: 'interaction.completed',
      interaction: {
        id: 'v1_a',
        object: 'interaction',
        status: 'completed',
        model: 'scripted',
        created: '2026-05-28T20:26:40Z',
        updated: '2026-05-28T20:26:40Z',
        service_tier: 'standard',
        usage: expect.objectContaining({ total_input_tokens: 10, total_output_tokens: 1, estimated: true }),
      },
    });
  });

  it('passes on the usage that the backend counted, unmarked', async () => {
    const usage: Usage = { total_input_tokens: 7, total_output_tokens: 2, total_tokens: 9 };
    const { end } = await run([{ steps: [text('Hi.')], usage }]);
    expect(end).toEqual({ status: 'completed', usage });
  });

  it('ends in requires_action with an open call, even if the backend says completed', async () => {
    const { end } = await run([{ steps: [functionCall], status: 'completed' }]);
    expect(end).toMatchObject({ status: 'requires_action' });
  });

  it('keeps an end that came early', async () => {
    expect((await run([{ steps: [text('Hi')], status: 'incomplete' }])).end).toMatchObject({
      status: 'incomplete',
    });
  });
});

describe('a search', () => {
  it('is answered with a result step, and the backend is asked again with what was found', async () => {
    const { backend, steps, kinds, end } = await run([
      { steps: [searchCall('s1')] },
      { steps: [text('Found.')] },
    ]);
    expect(steps.map(({ type }) => type)).toEqual([
      'google_search_call',
      'google_search_result',
      'model_output',
    ]);
    expect(kinds.filter((kind) => kind === 'step.start')).toHaveLength(3);
    expect(backend.requests[1]?.steps.map(({ type }) => type)).toEqual([
      'user_input',
      'google_search_call',
      'google_search_result',
    ]);
    expect(backend.requests[1]?.searchHits.get('s1')).toMatchObject([{ title: 'About s1' }]);
    expect(end).toMatchObject({ status: 'completed' });
  });

  it('runs for every call of a round, in order', async () => {
    const { steps } = await run([
      { steps: [searchCall('s1'), searchCall('s2')] },
      { steps: [text('Found.')] },
    ]);
    expect(steps.flatMap((step) => (step.type === 'google_search_result' ? [step.call_id] : []))).toEqual([
      's1',
      's2',
    ]);
  });

  it('adds up what the rounds counted, and guesses all of it when one did not count', async () => {
    const usage = (tokens: number): Usage => ({
      total_input_tokens: tokens,
      total_tokens: tokens,
      input_tokens_by_modality: [{ modality: 'text', tokens }],
    });
    const turns = [
      { steps: [searchCall('s1')], usage: usage(3) },
      { steps: [text('Found.')], usage: usage(4) },
    ];
    expect((await run(turns)).end?.usage).toEqual(usage(7));
    const uncounted = [{ steps: [searchCall('s1')] }, { steps: [text('Found.')], usage: usage(4) }];
    expect((await run(uncounted)).end?.usage).toMatchObject({ estimated: true });
  });

  it('beside a function call is answered, and the function is left to the client', async () => {
    const { backend, steps, end } = await run([{ steps: [searchCall('s1'), functionCall] }]);
    expect(steps.map(({ type }) => type)).toEqual([
      'google_search_call',
      'function_call',
      'google_search_result',
    ]);
    expect(end).toMatchObject({ status: 'requires_action' });
    backend.assertDone();
  });

  it('comes to an end when a backend only searches', async () => {
    const turns = Array.from({ length: 20 }, (_, index) => ({ steps: [searchCall(`s${index}`)] }));
    const { end, backend } = await run(turns);
    expect(end).toMatchObject({
      status: 'failed',
      errors: [{ message: expect.stringContaining('after 8 rounds') }],
    });
    expect(backend.requests).toHaveLength(8);
  });

  it('that fails is an answer, and the backend may say so', async () => {
    const broken: SearchProvider = { name: 'broken', search: () => Promise.reject(new Error('offline')) };
    const turns = [{ steps: [searchCall('s1')] }, { steps: [text('I could not search.')] }];
    const { steps, end } = await run(turns, { search: broken });
    expect(steps[1]).toMatchObject({ type: 'google_search_result', call_id: 's1', is_error: true });
    expect(end).toMatchObject({ status: 'completed' });
  });

  it('that nobody asked for fails the run', async () => {
    const { end } = await run([{ steps: [searchCall('s1')] }], { tools: [] });
    expect(end).toMatchObject({
      status: 'failed',
      errors: [{ message: expect.stringContaining('google_search') }],
    });
  });
});

describe('a backend that breaks its contract', () => {
  it.each<[string, readonly ScriptedAction[]]>([
    ['a delta without a step', [delta('x'), end]],
    ['a stop without a step', [stop, end]],
    ['a step inside another', [output, output, stop, stop, end]],
    ['a step that is left open', [output, end]],
    ['no end', [output, stop]],
    ['nothing at all', []],
    ['something after the end', [end, output, stop]],
    ['a second end', [end, end]],
    ['the user speaking', [{ type: 'step.start', step: { type: 'user_input' } }, stop, end]],
    [
      'a delta of another kind',
      [output, { type: 'step.delta', delta: { type: 'arguments_delta', arguments: '{}' } }, stop, end],
    ],
    [
      'a call id twice',
      [
        { type: 'step.start', step: functionCall },
        stop,
        { type: 'step.start', step: functionCall },
        stop,
        end,
      ],
    ],
    ['requires_action without a call', [{ type: 'end', status: 'requires_action' }]],
    [
      'arguments that are not JSON',
      [
        { type: 'step.start', step: functionCall },
        { type: 'step.delta', delta: { type: 'arguments_delta', arguments: '{"a":' } },
        stop,
        end,
      ],
    ],
  ])('by %s ends failed, once', async (_, actions) => {
    const { end: ending, events, ends } = await run([{ actions }]);
    expect(ending).toMatchObject({ status: 'failed', errors: [{ code: 'api_error' }] });
    expect(events.at(-1)).toMatchObject({ event_type: 'error', error: { code: 'api_error' } });
    expect(ends).toBe(1);
  });

  it('tells a client the words of a ServerError, and nothing of other errors', async () => {
    const refused = new ServerError({ code: 'rate_limit_exceeded', message: 'Too many.', hint: 'Wait.' });
    expect((await run([{ actions: [{ type: 'throw', error: refused }] }])).end?.errors).toEqual([
      { code: 'rate_limit_exceeded', message: 'Too many. Wait.' },
    ]);
    expect((await run([{ actions: [{ type: 'throw', error: 'key=secret' }] }])).end?.errors).toEqual([
      { code: 'api_error', message: 'The backend scripted failed.' },
    ]);
  });
});

describe('an abort', () => {
  it.each([0, 1, 2, 3, 4])('after %i events ends the run with one last event', async (count) => {
    const controller = new AbortController();
    const reason = new ServerError({ code: 'cancelled', message: 'Stop.' });
    const backend = createScriptedBackend([{ actions: [output, delta('One'), { type: 'hang' }] }]);
    const kinds: string[] = [];
    const request = { model: 'scripted', steps: [], inputStart: 0, tools: [] };
    const deps = { clock: createManualClock(), logger: silentLogger, search };
    if (count === 0) {
      controller.abort(reason);
    }
    for await (const { event } of runInteraction(
      { id: 'v1_a', backend, request, createdAtMs: 0 },
      deps,
      controller.signal,
    )) {
      kinds.push(event.event_type);
      if (kinds.length === count) {
        controller.abort(reason);
      }
    }
    expect(kinds.slice(0, 2)).toEqual(['interaction.created', 'interaction.status_update']);
    expect(kinds.at(-1)).toBe('interaction.completed');
    expect(kinds.filter((kind) => kind === 'step.start')).toHaveLength(
      kinds.filter((kind) => kind === 'step.stop').length,
    );
  });

  it('by a cancel is an end of its own, with what was said so far', async () => {
    const controller = new AbortController();
    const wait = new Promise<void>(() => {});
    const running = run([{ actions: [output, delta('One'), { type: 'wait', until: wait }] }], {
      signal: controller.signal,
    });
    controller.abort(new ServerError({ code: 'cancelled', message: 'Stop.' }));
    expect((await running).end).toMatchObject({ status: 'cancelled' });
  });

  it('for another reason fails the run, and does not wait for a backend that does not listen', async () => {
    const controller = new AbortController();
    const deaf = {
      name: 'deaf',
      async *generate(): AsyncGenerator<never> {
        await new Promise(() => {});
      },
    };
    const running = (async () => {
      const all: RunEvent[] = [];
      const request = { model: 'deaf', steps: [], inputStart: 0, tools: [] };
      const deps = { clock: createManualClock(), logger: silentLogger, search };
      for await (const event of runInteraction(
        { id: '', backend: deaf, request, createdAtMs: 0 },
        deps,
        controller.signal,
      )) {
        all.push(event);
        controller.abort(new ServerError({ code: 'deadline_exceeded', message: 'Too long.' }));
      }
      return all;
    })();
    expect((await running).at(-1)?.end).toEqual({
      status: 'failed',
      errors: [{ code: 'deadline_exceeded', message: 'Too long.' }],
    });
  });

  it('reaches a search that takes long', async () => {
    const controller = new AbortController();
    const slow: SearchProvider = {
      name: 'slow',
      search: () => {
        controller.abort(new ServerError({ code: 'cancelled', message: 'Stop.' }));
        return new Promise(() => {});
      },
    };
    const { end: ending } = await run([{ steps: [searchCall('s1')] }], {
      search: slow,
      signal: controller.signal,
    });
    expect(ending).toMatchObject({ status: 'cancelled' });
  });
});
