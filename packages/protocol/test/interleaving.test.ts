import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createFold, parseStreamEvent, type ReceivedStreamEvent } from '../src/index.ts';

/** A step, and the events after its start that make it, in order. */
interface Streamed {
  readonly start: object;
  readonly deltas: readonly object[];
  readonly whole: object;
}

const words = fc.array(fc.string({ unit: 'grapheme', maxLength: 5 }), { minLength: 1, maxLength: 4 });
const link = fc.webUrl().map((url) => ({ type: 'url_citation', url }));

const output: fc.Arbitrary<Streamed> = fc
  .tuple(words, fc.option(link, { nil: undefined }), fc.boolean(), words)
  .map(([before, citation, hasImage, after]) => {
    const image = { type: 'image', uri: 'https://chart.example/a.png' };
    const annotations = citation === undefined ? [] : [citation];
    const said = (texts: readonly string[]) => texts.map((text) => ({ type: 'text', text }));
    const first = { text: before.join(''), ...(annotations.length === 0 ? {} : { annotations }) };
    return {
      start: { type: 'model_output' },
      deltas: [
        ...said(before),
        ...(annotations.length === 0 ? [] : [{ type: 'text_annotation_delta', annotations }]),
        ...(hasImage ? [image, ...said(after)] : []),
      ],
      whole: {
        type: 'model_output',
        content: [
          { type: 'text', ...first },
          ...(hasImage ? [image, { type: 'text', text: after.join('') }] : []),
        ],
      },
    };
  });

const thought: fc.Arbitrary<Streamed> = fc
  .tuple(words, fc.base64String({ minLength: 4 }))
  .map(([texts, signature]) => ({
    start: { type: 'thought' },
    deltas: [
      ...texts.map((text) => ({ type: 'thought_summary', content: { type: 'text', text } })),
      { type: 'thought_signature', signature },
    ],
    whole: { type: 'thought', summary: [{ type: 'text', text: texts.join('') }], signature },
  }));

const call: fc.Arbitrary<Streamed> = fc
  .tuple(fc.uuid(), fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 2 })), fc.integer({ min: 1, max: 9 }))
  .map(([id, value, size]) => {
    const text = JSON.stringify(value);
    const pieces = Array.from({ length: Math.ceil(text.length / size) }, (_, index) =>
      text.slice(index * size, (index + 1) * size),
    );
    return {
      start: { type: 'function_call', id, name: 'tide', arguments: {}, signature: '' },
      deltas: pieces.map((piece) => ({ type: 'arguments_delta', arguments: piece })),
      whole: { type: 'function_call', id, name: 'tide', arguments: JSON.parse(text) },
    };
  });

const search: fc.Arbitrary<Streamed> = fc.tuple(fc.uuid(), words).map(([id, queries]) => ({
  start: { type: 'google_search_call', id, signature: '' },
  deltas: [{ type: 'google_search_call', arguments: { queries }, signature: 's' }],
  whole: { type: 'google_search_call', id, arguments: { queries }, signature: 's' },
}));

const steps = fc.array(fc.oneof(output, thought, call, search), { maxLength: 5 });

function eventsOf({ start, deltas }: Streamed, index: number): ReceivedStreamEvent[] {
  return [
    { event_type: 'step.start', index, step: start },
    ...deltas.map((delta) => ({ event_type: 'step.delta', index, delta })),
    { event_type: 'step.stop', index },
  ].map(parseStreamEvent);
}

/** Deals the lanes into one line, each lane in its order. */
function interleave<T>(lanes: readonly (readonly T[])[], choices: readonly number[]): T[] {
  const rest = lanes.map((lane) => [...lane]);
  const dealt: T[] = [];
  for (let turn = 0; rest.some((lane) => lane.length > 0); turn += 1) {
    const open = rest.filter((lane) => lane.length > 0);
    const lane = open[(choices[turn % Math.max(choices.length, 1)] ?? 0) % open.length];
    dealt.push(...(lane?.splice(0, 1) ?? []));
  }
  return dealt;
}

it('any legal interleaving of steps folds into the same steps', () => {
  fc.assert(
    fc.property(steps, fc.array(fc.nat(), { maxLength: 30 }), (streamed, choices) => {
      const fold = createFold();
      for (const event of interleave(streamed.map(eventsOf), choices)) {
        fold.push(event);
      }
      expect(fold.problems).toEqual([]);
      expect(fold.steps).toEqual(streamed.map(({ whole }) => whole));
    }),
  );
});

it('any order of any events is folded without a throw, and the steps can always be read', () => {
  fc.assert(
    fc.property(steps, fc.infiniteStream(fc.nat()), (streamed, noise) => {
      const events = streamed.flatMap(eventsOf);
      const fold = createFold();
      for (const event of [...events].sort(() => ((noise.next().value ?? 0) % 3) - 1)) {
        fold.push(event);
      }
      expect(fold.steps.length).toBeLessThanOrEqual(streamed.length);
    }),
  );
});
