import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  decodeStreamEvents,
  encodeInteraction,
  encodeStep,
  encodeStreamEvent,
  encodeStreamEventFrame,
  parseCreateInteractionRequest,
  parseInteraction,
  parseStep,
  parseStreamEvent,
} from '../src/index.ts';
import { received, written } from '../src/schema/families.ts';
import { arbitraryOf } from './support/arbitrary-of.ts';
import { collect, inPieces } from './support/bytes.ts';

const wire = {
  step: arbitraryOf(received().step),
  interaction: arbitraryOf(received().interaction),
  event: arbitraryOf(received().streamEvent),
};

describe('what arrives goes out again as it came, whatever a later version added', () => {
  it.each([
    ['steps', wire.step, (value: unknown) => encodeStep(parseStep(value))],
    ['interactions', wire.interaction, (value: unknown) => encodeInteraction(parseInteraction(value))],
    ['stream events', wire.event, (value: unknown) => encodeStreamEvent(parseStreamEvent(value))],
  ])('%s', (_, values, readAndWrite) => {
    fc.assert(
      fc.property(values, (value) => {
        const before = structuredClone(value);
        expect(readAndWrite(value)).toEqual(before);
        expect(value).toEqual(before);
      }),
      { numRuns: 300 },
    );
  });

  it('stream events as bytes, cut anywhere', async () => {
    const events = fc.array(wire.event.map(parseStreamEvent), { maxLength: 3 });
    await fc.assert(
      fc.asyncProperty(events, fc.array(fc.nat(), { maxLength: 8 }), async (sent, cuts) => {
        const text = sent.map(encodeStreamEventFrame).join('');
        const got = await collect(decodeStreamEvents(inPieces(text, cuts)));
        expect(JSON.stringify(got)).toBe(JSON.stringify(sent));
      }),
    );
  });
});

describe('what we may write is read back as it was written', () => {
  it('steps', () => {
    fc.assert(
      fc.property(arbitraryOf(written().step), (value) => {
        expect(written().step.parse(value)).toEqual(value);
        expect(parseStep(value)).toEqual(value);
        expect(encodeStep(parseStep(value))).toEqual(value);
      }),
    );
  });

  it('interactions', () => {
    fc.assert(
      fc.property(arbitraryOf(written().interaction), (value) => {
        expect(written().interaction.parse(value)).toEqual(value);
        expect(encodeInteraction(parseInteraction(value))).toEqual(value);
      }),
    );
  });

  it('stream events', () => {
    fc.assert(
      fc.property(arbitraryOf(written().streamEvent), (value) => {
        expect(written().streamEvent.parse(value)).toEqual(value);
        expect(encodeStreamEvent(parseStreamEvent(value))).toEqual(value);
      }),
    );
  });

  it('requests, and reading one twice changes nothing', () => {
    const request = fc.oneof(arbitraryOf(written().modelRequest), arbitraryOf(written().agentRequest));
    fc.assert(
      fc.property(request, (value) => {
        const once = parseCreateInteractionRequest(value);
        expect(parseCreateInteractionRequest(once)).toEqual(once);
        expect({ ...once, input: null }).toEqual({ ...(value as object), input: null });
      }),
    );
  });
});
