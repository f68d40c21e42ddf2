import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ProtocolError } from '../src/error.ts';
import {
  encodeInteraction,
  encodeStep,
  parseInteraction,
  parseStep,
  parseStreamEvent,
} from '../src/parse.ts';
import { parseCreateInteractionRequest } from '../src/parse-request.ts';
import { received, written } from '../src/schema/families.ts';
import type { ReceivedStep } from '../src/types.ts';
import { arbitraryOf } from './support/arbitrary-of.ts';

describe('what arrives', () => {
  it('keeps fields that the shapes do not have', () => {
    const value = { id: 'v1_a', status: 'completed', mood: 'calm', steps: [{ type: 'thought', depth: 2 }] };
    expect(parseInteraction(value)).toEqual(value);
  });

  it('may lack what peers leave out, or have null for it', () => {
    expect(parseInteraction({ status: 'failed', steps: null, usage: null })).toEqual({
      status: 'failed',
      steps: null,
      usage: null,
    });
    expect(parseStep({ type: 'google_search_call', id: 's' })).toEqual({
      type: 'google_search_call',
      id: 's',
    });
  });

  it('may have a status of a later version', () => {
    expect(parseInteraction({ status: 'dreaming' }).status).toBe('dreaming');
  });

  it('of an unknown type is kept whole, at every depth', () => {
    const hologram = { type: 'hologram', data: { type: 'text' } };
    const step = parseStep({
      type: 'model_output',
      content: [hologram, { type: 'text', text: 'x', annotations: [hologram] }],
    });
    const kept = { type: 'unknown', wireType: 'hologram', raw: hologram };
    expect(step).toEqual({
      type: 'model_output',
      content: [kept, { type: 'text', text: 'x', annotations: [kept] }],
    });
    expect(parseStep({ type: 'dream' })).toEqual({
      type: 'unknown',
      wireType: 'dream',
      raw: { type: 'dream' },
    });
  });

  it('whose type is the word unknown is told from what we set aside', () => {
    const wire = { type: 'unknown', wireType: 'text', raw: { type: 'text', text: 'x' } };
    const step = parseStep(wire);
    expect(step).toEqual({ type: 'unknown', wireType: 'unknown', raw: wire });
    expect(encodeStep(step)).toEqual(wire);
  });

  it.each([
    [parseStep, { type: 'function_call', id: 'c', name: 3 }, 'malformed_resource', 'name'],
    [parseStep, { id: 'c' }, 'malformed_resource', 'type'],
    [parseStep, { type: 7 }, 'malformed_resource', 'type'],
    [parseStep, 'thought', 'malformed_resource', undefined],
    [parseInteraction, { id: 'v1_a' }, 'malformed_resource', 'status'],
    [parseInteraction, [], 'malformed_resource', undefined],
    [
      parseInteraction,
      { status: 'completed', steps: [{ type: 'thought', signature: 4 }] },
      'malformed_resource',
      'steps[0].signature',
    ],
    [
      parseStreamEvent,
      { event_type: 'step.delta', index: 0, delta: { type: 'text', text: 4 } },
      'malformed_event',
      'delta.text',
    ],
    [parseStreamEvent, { event_type: 'step.stop' }, 'malformed_event', 'index'],
    [parseStreamEvent, { event_type: 4 }, 'malformed_event', 'event_type'],
  ])('of a known type with a wrong body is an error and never unknown: %#', (parse, value, code, path) => {
    expect(() => parse(value)).toThrow(expect.objectContaining({ code, path }));
  });
});

describe('what goes out', () => {
  it("leaves the caller's own data alone where it looks like something set aside", () => {
    const mine = { type: 'unknown', wireType: 'x', raw: { a: 1 } };
    const step: ReceivedStep = { type: 'function_call', id: 'c', name: 'n', arguments: mine };
    expect(encodeStep(step)).toEqual(step);
    expect(encodeInteraction({ status: 'completed', steps: [step] })).toEqual({
      status: 'completed',
      steps: [step],
    });
  });

  it('has to be something that the wire has', () => {
    const step = { type: 'function_call', id: 4, name: 'n' } as unknown as ReceivedStep;
    expect(() => encodeStep(step)).toThrow(expect.objectContaining({ code: 'unencodable', path: 'id' }));
  });
});

describe('any value at any place', () => {
  const oddities = [
    undefined,
    null,
    true,
    0,
    -1,
    1e308,
    Number.NaN,
    '',
    'text',
    '\uD800',
    [],
    [[]],
    {},
    { type: 'text' },
    { type: '__proto__' },
    { type: { toString: 4 } },
    JSON.parse('{"__proto__":null,"constructor":{"prototype":{}},"hasOwnProperty":1}'),
    Object.create(null),
  ];

  it.each([
    ['a request', arbitraryOf(written().modelRequest), parseCreateInteractionRequest],
    ['an interaction', arbitraryOf(received().interaction), parseInteraction],
    ['an event', arbitraryOf(received().streamEvent), parseStreamEvent],
  ])('gives %s or a ProtocolError, and nothing else', (_, values, parse) => {
    fc.assert(
      fc.property(values, fc.nat(), fc.constantFrom(...oddities), (value, choice, odd) => {
        const body = withReplacement(value, choice, odd);
        try {
          parse(body);
        } catch (error) {
          expect(ProtocolError.isInstance(error)).toBe(true);
        }
        expect(Object.keys(Object.prototype)).toEqual([]);
      }),
      { numRuns: 500 },
    );
  });
});

/** The value with the `choice`th of its places holding `odd`. */
function withReplacement(value: unknown, choice: number, odd: unknown): unknown {
  const places: { readonly holder: object; readonly key: string }[] = [];
  const root = { value: structuredClone(value) };
  const visit = (holder: object) => {
    for (const [key, held] of Object.entries(holder)) {
      places.push({ holder, key });
      if (typeof held === 'object' && held !== null) {
        visit(held);
      }
    }
  };
  visit(root);
  const place = places[choice % places.length];
  if (place !== undefined && place.key !== '__proto__') {
    Reflect.set(place.holder, place.key, odd);
  }
  return root.value;
}
