import { decodeStreamEvents } from '@catenary/protocol';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { brokenCallArguments } from '../src/model/interactions/broken-calls.ts';
import { assembleResponse } from '../src/model/interactions/response/assemble-response.ts';
import { sse } from './support/loopback.ts';
import {
  call,
  interactionEvents,
  interactionOf,
  interleave,
  output,
  thought,
  withEventIds,
} from './support/model-streams.ts';
import { readAnswer, textsOf } from './support/read-answer.ts';
import { recordWarnings } from './support/record-warnings.ts';
import { unaryAnswer } from './support/unary-answer.ts';

const warnings = recordWarnings();

const USAGE = {
  promptTokenCount: 20,
  candidatesTokenCount: 5,
  thoughtsTokenCount: 7,
  cachedContentTokenCount: 3,
  toolUsePromptTokenCount: 2,
  totalTokenCount: 34,
  promptTokensDetails: [{ modality: 'TEXT', tokenCount: 20 }],
};

describe('an answer of text', () => {
  const events = interactionEvents('v1_a', [thought('s', 'Thin', 'king'), output('Dei', '', 'mos.')]);

  it('is told in pieces and then once as a whole', () => {
    const { partials, final } = readAnswer(events);
    expect(partials).toEqual([
      {
        content: { role: 'model', parts: [{ text: 'Thin', thought: true }] },
        partial: true,
        interactionId: 'v1_a',
      },
      {
        content: { role: 'model', parts: [{ text: 'king', thought: true }] },
        partial: true,
        interactionId: 'v1_a',
      },
      { content: { role: 'model', parts: [{ text: 'Dei' }] }, partial: true, interactionId: 'v1_a' },
      { content: { role: 'model', parts: [{ text: 'mos.' }] }, partial: true, interactionId: 'v1_a' },
    ]);
    expect(final).toEqual({
      content: {
        role: 'model',
        parts: [{ thought: true, text: 'Thinking', thoughtSignature: 's' }, { text: 'Deimos.' }],
      },
      partial: false,
      turnComplete: true,
      finishReason: 'STOP',
      interactionId: 'v1_a',
      interactionStatus: 'completed',
      modelVersion: 'gemini-x',
      usageMetadata: USAGE,
      steps: [
        { type: 'thought', summary: [{ type: 'text', text: 'Thinking' }], signature: 's' },
        { type: 'model_output', content: [{ type: 'text', text: 'Deimos.' }] },
      ],
    });
  });

  it('is the same final response when it comes unary', () => {
    const steps = [
      { type: 'thought', summary: [{ type: 'text', text: 'Thinking' }], signature: 's' },
      { type: 'model_output', content: [{ type: 'text', text: 'Deimos.' }] },
    ];
    expect(unaryAnswer(interactionOf('v1_a', steps, 'completed'))).toEqual(readAnswer(events).final);
  });

  it('may begin in the start of its step', () => {
    const start = { type: 'model_output', content: [{ type: 'text', text: 'Dei' }] };
    const { partials, final } = readAnswer(
      interactionEvents('v1_a', [{ start, deltas: [{ type: 'text', text: 'mos.' }] }]),
    );
    expect(textsOf(partials)).toEqual(['Dei', 'mos.']);
    expect(textsOf([final!])).toEqual(['Deimos.']);
  });

  it.each([
    ['created', (event: Record<string, unknown>) => event.event_type === 'interaction.created'],
    ['a status update', (event: Record<string, unknown>) => event.event_type === 'interaction.status_update'],
    ['the end', (event: Record<string, unknown>) => event.event_type === 'interaction.completed'],
  ])('carries the id from %s on, wherever it first stands', (_, names) => {
    const without = events.map((event) => {
      const interaction = event.interaction as { id?: string } | undefined;
      if (names(event) || (interaction === undefined && event.interaction_id === undefined)) return event;
      const { interaction_id: _id, ...rest } = event;
      return interaction === undefined ? rest : { ...rest, interaction: { ...interaction, id: '' } };
    });
    const { final } = readAnswer(without);
    expect(final?.interactionId).toBe('v1_a');
  });

  it('has no id where the server does not store it', () => {
    const { partials, final } = readAnswer(interactionEvents('', [output('Hi')]));
    expect([...partials, final].every((response) => !('interactionId' in response!))).toBe(true);
  });

  it('carries the environment once it is known', () => {
    const completed = { ...(events.at(-1)?.interaction as object), environment_id: 'env_1' };
    const { final } = readAnswer([
      ...events.slice(0, -1),
      { event_type: 'interaction.completed', interaction: completed },
    ]);
    expect(final?.environmentId).toBe('env_1');
  });
});

describe('calls', () => {
  const events = interactionEvents('v1_a', [call('c1', 'tide', '{"pier":', '"4"}'), call('c2', 'wind')]);

  it('are shown from their start under the id and name they keep', () => {
    const { partials, final } = readAnswer(events);
    expect(partials.flatMap(({ content }) => content?.parts ?? [])).toEqual([
      { functionCall: { id: 'c1', name: 'tide' } },
      {
        functionCall: {
          id: 'c1',
          name: 'tide',
          partialArgs: [{ jsonPath: '$', stringValue: '{"pier":', willContinue: true }],
        },
      },
      {
        functionCall: {
          id: 'c1',
          name: 'tide',
          partialArgs: [{ jsonPath: '$', stringValue: '"4"}', willContinue: true }],
        },
      },
      { functionCall: { id: 'c2', name: 'wind' } },
    ]);
    expect(final).toMatchObject({
      content: {
        parts: [
          { functionCall: { id: 'c1', name: 'tide', args: { pier: '4' } } },
          { functionCall: { id: 'c2', name: 'wind', args: {} } },
        ],
      },
      interactionStatus: 'requires_action',
      finishReason: 'STOP',
    });
  });

  it('with interleaved arguments keep their own', () => {
    const lanes = [call('c1', 'a', '{"x"', ':1}'), call('c2', 'b', '{"y"', ':2}')];
    const all = interactionEvents('v1_a', lanes);
    const ofStep = (index: number) => all.filter((event) => event.index === index);
    const { final } = readAnswer([
      ...all.slice(0, 2),
      ...interleave([ofStep(0), ofStep(1)], [0, 1]),
      all.at(-1)!,
    ]);
    expect(final?.content?.parts?.map(({ functionCall }) => functionCall)).toEqual([
      { id: 'c1', name: 'a', args: { x: 1 } },
      { id: 'c2', name: 'b', args: { y: 2 } },
    ]);
  });

  it.each(['{"pier":', '[1]', '"text"', '{"a":1}{"b":2}'])(
    'with arguments that are no object (%s) have none, and say what came',
    (text) => {
      const { final } = readAnswer(interactionEvents('v1_a', [call('c1', 'tide', text)]));
      expect(final?.content?.parts).toEqual([{ functionCall: { id: 'c1', name: 'tide' } }]);
      expect([...brokenCallArguments(final!)]).toEqual([['c1', text]]);
      expect(warnings).toHaveLength(1);
    },
  );

  it('take their arguments from the start of the step or from the final resource, too', () => {
    const start = { type: 'function_call', id: 'c1', name: 'tide', arguments: { pier: 1 } };
    expect(readAnswer(interactionEvents('v1_a', [{ start, deltas: [] }])).final?.content?.parts).toEqual([
      { functionCall: { id: 'c1', name: 'tide', args: { pier: 1 } } },
    ]);
    const completed = {
      event_type: 'interaction.completed',
      interaction: { id: 'v1_a', status: 'requires_action', steps: [start] },
    };
    expect(readAnswer([...events.slice(0, 2), completed]).final?.content?.parts).toEqual([
      { functionCall: { id: 'c1', name: 'tide', args: { pier: 1 } } },
    ]);
  });

  it('a delta for a step that is not open is reported and left out', () => {
    const stray = { event_type: 'step.delta', index: 7, delta: { type: 'arguments_delta', arguments: 'x' } };
    const late = { event_type: 'step.delta', index: 0, delta: { type: 'arguments_delta', arguments: 'x' } };
    const { final } = readAnswer([...events.slice(0, -1), stray, late, events.at(-1)!]);
    expect(final?.content).toEqual(readAnswer(events).final?.content);
    expect(warnings).toHaveLength(2);
  });
});

describe('a stream that overlaps after a resume', () => {
  it('tells each text once', () => {
    const events = withEventIds(interactionEvents('v1_a', [output('a', 'b', 'c')]));
    const { partials, final } = readAnswer([...events.slice(0, 6), ...events.slice(2)]);
    expect(textsOf(partials)).toEqual(['a', 'b', 'c']);
    expect(textsOf([final!])).toEqual(['abc']);
  });
});

const steps = fc.array(
  fc.oneof(
    fc
      .array(fc.string({ minLength: 1, unit: 'grapheme' }), { maxLength: 3 })
      .map((texts) => output(...texts)),
    fc
      .tuple(fc.base64String({ minLength: 4 }), fc.array(fc.string(), { maxLength: 2 }))
      .map(([signature, texts]) => thought(signature, ...texts)),
    fc.tuple(fc.uuid(), fc.dictionary(fc.string(), fc.jsonValue())).map(([id, args]) => {
      const text = JSON.stringify(args);
      return call(id, 'tide', text.slice(0, 3), text.slice(3));
    }),
  ),
  { maxLength: 4 },
);

it('any interleaving of the steps gives the same final response', () => {
  fc.assert(
    fc.property(steps, fc.array(fc.nat(), { minLength: 1, maxLength: 20 }), (list, picks) => {
      const events = interactionEvents('v1_a', list);
      const lanes = list.map((_, index) => events.filter((event) => event.index === index));
      const mixed = [...events.slice(0, 2), ...interleave(lanes, picks), events.at(-1)!];
      expect(readAnswer(mixed).final).toEqual(readAnswer(events).final);
    }),
  );
});

it('any cut of the bytes gives the same responses', async () => {
  await fc.assert(
    fc.asyncProperty(steps, fc.array(fc.nat(), { maxLength: 12 }), async (list, marks) => {
      const events = interactionEvents('v1_a', list);
      const bytes = new TextEncoder().encode(sse(events));
      const cuts = [0, ...marks.map((mark) => mark % bytes.length), bytes.length].sort((a, b) => a - b);
      async function* chunks() {
        for (const [index, cut] of cuts.slice(1).entries()) yield bytes.subarray(cuts[index], cut);
      }
      const assembly = assembleResponse();
      const partials = [];
      for await (const event of decodeStreamEvents(chunks())) partials.push(...assembly.push(event));
      const whole = readAnswer(events);
      expect(partials).toEqual(whole.partials);
      expect(assembly.finish()).toEqual(whole.final);
    }),
  );
});

it('the partial texts together are the final text', () => {
  fc.assert(
    fc.property(steps, (list) => {
      const { partials, final } = readAnswer(interactionEvents('v1_a', list));
      expect(textsOf(partials).join('')).toBe(textsOf(final === undefined ? [] : [final]).join(''));
    }),
  );
});
