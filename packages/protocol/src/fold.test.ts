import { describe, expect, it } from 'vitest';
import { createFold, foldStreamEvents } from './fold.ts';
import { parseStreamEvent } from './parse.ts';
import type { ReceivedDelta, ReceivedStep, ReceivedStreamEvent } from './types.ts';

const created = (id = 'v1_a'): ReceivedStreamEvent => ({
  event_type: 'interaction.created',
  interaction: { id, status: 'in_progress', object: 'interaction' },
});
const completed = (extra: object = {}): ReceivedStreamEvent => ({
  event_type: 'interaction.completed',
  interaction: { id: 'v1_a', status: 'completed', ...extra },
});
const start = (step: ReceivedStep, index = 0): ReceivedStreamEvent => ({
  event_type: 'step.start',
  index,
  step,
});
const change = (delta: ReceivedDelta, index = 0): ReceivedStreamEvent => ({
  event_type: 'step.delta',
  index,
  delta,
});
const stop = (index = 0): ReceivedStreamEvent => ({ event_type: 'step.stop', index });
const text = (words: string): ReceivedDelta => ({ type: 'text', text: words });

const foldOf = (events: readonly ReceivedStreamEvent[]) => foldStreamEvents(events);
const stepOf = async (step: ReceivedStep, deltas: readonly ReceivedDelta[]) => {
  const fold = await foldOf([start(step), ...deltas.map((delta) => change(delta)), stop()]);
  return { step: fold.steps[0], problems: fold.problems };
};
const call: ReceivedStep = { type: 'function_call', id: 'c1', name: 'tide', arguments: {}, signature: '' };

describe('a step', () => {
  it('is put together by its index, also where steps interleave', async () => {
    const fold = await foldOf([
      start({ type: 'model_output' }, 1),
      start({ type: 'thought' }, 0),
      change(text('High '), 1),
      change({ type: 'thought_signature', signature: 's' }, 0),
      change(text('tide.'), 1),
      stop(0),
      stop(1),
    ]);
    expect(fold.steps).toEqual([
      { type: 'thought', signature: 's' },
      { type: 'model_output', content: [{ type: 'text', text: 'High tide.' }] },
    ]);
  });

  it('keeps what its start carries and goes on from there', async () => {
    const content = [{ type: 'text', text: 'High ' }] as const;
    const { step } = await stepOf({ type: 'model_output', content: [...content] }, [text('tide.')]);
    expect(step).toEqual({ type: 'model_output', content: [{ type: 'text', text: 'High tide.' }] });
    expect(content).toEqual([{ type: 'text', text: 'High ' }]);
  });

  it('opens a new text behind media, and adds annotations to the last text', async () => {
    const citation = { type: 'url_citation', url: 'https://tides.example' } as const;
    const { step } = await stepOf({ type: 'model_output' }, [
      text('a'),
      { type: 'image', data: 'aW1n', mime_type: 'image/png' },
      text('b'),
      { type: 'text_annotation_delta', annotations: [citation] },
      text('c'),
      { type: 'text_annotation_delta', annotations: [citation] },
    ]);
    expect(step).toEqual({
      type: 'model_output',
      content: [
        { type: 'text', text: 'a' },
        { type: 'image', data: 'aW1n', mime_type: 'image/png' },
        { type: 'text', text: 'bc', annotations: [citation, citation] },
      ],
    });
  });

  it('joins the chunks of one recording by their bytes, and keeps two recordings apart', async () => {
    const { step } = await stepOf({ type: 'model_output' }, [
      { type: 'audio', data: btoa('on'), mime_type: 'audio/l16', sample_rate: 24_000 },
      { type: 'audio', data: btoa('e') },
      text('and'),
      { type: 'audio', data: btoa('two'), mime_type: 'audio/l16' },
      { type: 'audio', data: btoa('three'), mime_type: 'audio/wav' },
      { type: 'audio', uri: 'https://sound.example/four' },
    ]);
    expect(step).toEqual({
      type: 'model_output',
      content: [
        { type: 'audio', data: btoa('one'), mime_type: 'audio/l16', sample_rate: 24_000 },
        { type: 'text', text: 'and' },
        { type: 'audio', data: btoa('two'), mime_type: 'audio/l16' },
        { type: 'audio', data: btoa('three'), mime_type: 'audio/wav' },
        { type: 'audio', uri: 'https://sound.example/four' },
      ],
    });
  });

  it('takes the last signature, and an empty one for none', async () => {
    const { step } = await stepOf({ type: 'thought' }, [
      { type: 'thought_signature', signature: 'one' },
      { type: 'thought_signature', signature: 'two' },
    ]);
    expect(step).toEqual({ type: 'thought', signature: 'two' });
    expect((await stepOf(call, [])).step).not.toHaveProperty('signature');
  });

  it('joins the texts of a summary and keeps its images', async () => {
    const { step } = await stepOf({ type: 'thought', summary: [{ type: 'text', text: 'One' }] }, [
      { type: 'thought_summary', content: { type: 'text', text: ', two.' } },
      { type: 'thought_summary', content: { type: 'image', uri: 'https://chart.example' } },
      { type: 'thought_summary' },
    ]);
    expect(step).toEqual({
      type: 'thought',
      summary: [
        { type: 'text', text: 'One, two.' },
        { type: 'image', uri: 'https://chart.example' },
      ],
    });
  });

  it('of a server tool takes the fields of its delta and keeps those it leaves out', async () => {
    const { step } = await stepOf({ type: 'google_search_call', id: 's1', signature: 'keep' }, [
      { type: 'google_search_call', arguments: { queries: ['tide'] }, signature: null },
    ]);
    expect(step).toEqual({
      type: 'google_search_call',
      id: 's1',
      signature: 'keep',
      arguments: { queries: ['tide'] },
    });
  });

  it('of an unknown type is kept as it started, and its deltas are reported', async () => {
    const unknown: ReceivedStep = { type: 'unknown', wireType: 'dream', raw: { type: 'dream' } };
    const { step, problems } = await stepOf(unknown, [text('x')]);
    expect(step).toEqual(unknown);
    expect(problems).toMatchObject([{ code: 'unexpected_delta', index: 0, raw: text('x') }]);
  });
});

describe('the arguments of a call', () => {
  const piece = (words: string): ReceivedDelta => ({ type: 'arguments_delta', arguments: words });

  it('are read once all their text is there', async () => {
    const { step } = await stepOf(call, [piece('{"pier":'), piece('"4"}')]);
    expect(step).toEqual({ type: 'function_call', id: 'c1', name: 'tide', arguments: { pier: '4' } });
  });

  it.each([
    ['no delta', []],
    ['an empty delta', [piece('')]],
  ])('are those of the start after %s', async (_, deltas) => {
    expect((await stepOf({ ...call, arguments: { pier: '4' } }, deltas)).step).toMatchObject({
      arguments: { pier: '4' },
    });
  });

  it('are empty where neither start nor deltas gave any', async () => {
    const bare: ReceivedStep = { type: 'function_call', id: 'c1', name: 'tide' };
    expect((await stepOf(bare, [])).step).toEqual({ ...bare, arguments: {} });
  });

  it.each(['{"pier":', '[1]', 'null', '4', '{}{}'])(
    '%s are reported, and the call has none',
    async (words) => {
      const { step, problems } = await stepOf(call, [piece(words)]);
      expect(step).toEqual({ type: 'function_call', id: 'c1', name: 'tide' });
      expect(problems).toMatchObject([{ code: 'broken_arguments', index: 0, callId: 'c1', raw: words }]);
    },
  );

  it('are absent while their text is on the way, and where the stream breaks off', () => {
    const fold = createFold();
    fold.push(start(call));
    fold.push(change(piece('{"pier":"4"}')));
    expect(fold.steps[0]).not.toHaveProperty('arguments');
    expect(fold.isTerminated).toBe(false);
    fold.push(stop());
    expect(fold.steps[0]).toMatchObject({ arguments: { pier: '4' } });
  });

  it('are read at the end of an interaction whose steps were not stopped', async () => {
    const fold = await foldOf([created(), start(call), change(piece('{"pier":"4"}')), completed()]);
    expect(fold.steps[0]).toMatchObject({ arguments: { pier: '4' } });
  });
});

describe('what cannot be used is reported, and changes nothing', () => {
  const output: ReceivedStep = { type: 'model_output' };

  it.each([
    ['a delta before its step', [change(text('x'))], 'unknown_index'],
    ['a stop before its step', [stop()], 'unknown_index'],
    ['a delta behind the stop', [start(output), stop(), change(text('x'))], 'closed_step'],
    ['a second stop', [start(output), stop(), stop()], 'closed_step'],
    ['a second start', [start(output), start(call)], 'duplicate_start'],
    ['a delta of another step', [start(output), change({ type: 'arguments_delta' })], 'unexpected_delta'],
    [
      'an annotation of nothing',
      [start(output), change({ type: 'text_annotation_delta' })],
      'unexpected_delta',
    ],
    ['a step behind the end', [created(), start(output), completed(), start(call, 1)], 'after_end'],
    [
      'an unknown delta',
      [start(output), change({ type: 'unknown', wireType: 'hologram', raw: { type: 'hologram' } })],
      'unknown_delta',
    ],
    [
      'an unknown event',
      [start(output), { event_type: 'unknown', wireType: 'weather', raw: { event_type: 'weather' } }],
      'unknown_event',
    ],
  ] as const)('%s', async (_, events, code) => {
    const fold = await foldOf(events);
    expect(fold.problems).toMatchObject([{ code }]);
    expect(fold.steps).toEqual(events[0] !== undefined && code !== 'unknown_index' ? [output] : []);
  });
});

describe('the interaction', () => {
  it('is unknown before an event names one', async () => {
    expect(createFold().interaction).toBeUndefined();
    expect((await foldOf([start({ type: 'model_output' })])).interaction).toBeUndefined();
  });

  it('has no id where the stream has an empty one', async () => {
    const fold = await foldOf([created(''), completed({ id: '' })]);
    expect(fold.interaction).toEqual({ object: 'interaction', status: 'completed', steps: [] });
  });

  it('takes the steps of its last event over those of the stream', async () => {
    const steps = [{ type: 'model_output', content: [{ type: 'text', text: 'whole' }] }];
    const fold = await foldOf([
      created(),
      start({ type: 'model_output' }),
      change(text('who')),
      completed({ steps }),
    ]);
    expect(fold.interaction?.steps).toEqual(steps);
    expect(fold.steps).toEqual(steps);
  });

  it('keeps the steps of the stream where its last event has an empty list', async () => {
    const fold = await foldOf([created(), start({ type: 'thought' }), stop(), completed({ steps: [] })]);
    expect(fold.steps).toEqual([{ type: 'thought' }]);
  });

  it('has the newest usage until its last event gives the final one', async () => {
    const events: ReceivedStreamEvent[] = [
      created(),
      start({ type: 'model_output' }),
      { ...change(text('x')), metadata: { total_usage: { total_tokens: 1 } } } as ReceivedStreamEvent,
      { event_type: 'step.stop', index: 0, usage: { total_tokens: 2 }, step_usage: { total_tokens: 1 } },
    ];
    expect((await foldOf(events)).interaction?.usage).toEqual({ total_tokens: 2 });
    const whole = await foldOf([...events, completed({ usage: { total_tokens: 3 } })]);
    expect(whole.interaction?.usage).toEqual({ total_tokens: 3 });
  });

  it('is failed by an error event, with what was said until then', async () => {
    const error = { code: 'deadline_exceeded', message: 'Too late.' };
    const fold = await foldOf([
      created(),
      start({ type: 'model_output' }),
      change(text('x')),
      { event_type: 'error', error },
    ]);
    expect(fold.isTerminated).toBe(true);
    expect(fold.interaction).toMatchObject({
      id: 'v1_a',
      status: 'failed',
      errors: [error],
      steps: [{ type: 'model_output', content: [{ type: 'text', text: 'x' }] }],
    });
  });

  it('is failed by an error that comes first', async () => {
    const fold = await foldOf([{ event_type: 'error', error: { message: 'No.' } }]);
    expect(fold.interaction).toEqual({ status: 'failed', errors: [{ message: 'No.' }], steps: [] });
  });

  it('ignores events it has seen, by their event_id', async () => {
    const events = [
      created(),
      start({ type: 'model_output' }),
      change(text('a')),
      change(text('b')),
      stop(),
    ].map((event, index) => ({ ...event, event_id: `${index}` }) as ReceivedStreamEvent);
    const fold = await foldOf([...events.slice(0, 4), ...events.slice(2), ...events]);
    expect(fold.problems).toEqual([]);
    expect(fold.steps).toEqual([{ type: 'model_output', content: [{ type: 'text', text: 'ab' }] }]);
  });

  it('ends where the next hop of a long decode starts; that one takes a fold of its own', async () => {
    const next = created('v1_b');
    const fold = await foldOf([
      created(),
      start({ type: 'model_output' }),
      change(text('a')),
      completed({ status: 'requires_continuation', continuation_token: 't' }),
      next,
      start({ type: 'model_output' }),
      change(text('b')),
    ]);
    expect(fold.problems).toMatchObject([{ code: 'second_interaction', raw: next }]);
    expect(fold.interaction).toMatchObject({
      id: 'v1_a',
      status: 'requires_continuation',
      continuation_token: 't',
      steps: [{ content: [{ type: 'text', text: 'a' }] }],
    });
  });

  it('given out earlier does not change when more comes', () => {
    const fold = createFold();
    fold.push(created());
    fold.push(start({ type: 'model_output' }));
    fold.push(change(text('a')));
    const before = fold.interaction;
    fold.push(change(text('b')));
    fold.push(change({ type: 'text_annotation_delta', annotations: [{ type: 'url_citation' }] }));
    expect(before?.steps).toEqual([{ type: 'model_output', content: [{ type: 'text', text: 'a' }] }]);
  });
});

it('foldStreamEvents takes an asynchronous stream and passes on its failure', async () => {
  async function* breaking() {
    yield parseStreamEvent(created());
    throw new Error('socket closed');
  }
  await expect(foldStreamEvents(breaking())).rejects.toThrow('socket closed');
});

it('a stream of a hundred thousand deltas folds as fast as it is long', async () => {
  const many = Array.from({ length: 100_000 }, () => change(text('word ')));
  const fold = await foldOf([created(), start({ type: 'model_output' }), ...many, stop(), completed()]);
  expect(fold.steps).toEqual([
    { type: 'model_output', content: [{ type: 'text', text: 'word '.repeat(100_000) }] },
  ]);
});
