import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isDeepEqual } from './is-deep-equal.ts';

describe('two values', () => {
  it.each([
    [{ a: 1, b: undefined }, { a: 1 }],
    [
      [1, [2]],
      [1, [2]],
    ],
    [new Uint8Array([1, 2]), new Uint8Array([1, 2])],
    [Number.NaN, Number.NaN],
    [null, null],
  ])('are equal: %o and %o', (left, right) => {
    expect(isDeepEqual(left, right)).toBe(true);
  });

  it.each([
    [{ a: 1 }, { a: 1, b: 2 }],
    [{ a: 1 }, { b: 1 }],
    [[1], { 0: 1 }],
    [[1], [1, 2]],
    [null, {}],
    ['1', 1],
    [new Uint8Array([1]), new Uint8Array([2])],
    [{}, { toString: 1 }],
  ])('differ: %o and %o', (left, right) => {
    expect(isDeepEqual(left, right)).toBe(false);
  });

  it('are equal when one is a copy of the other, whatever they are', () => {
    fc.assert(fc.property(fc.jsonValue(), (value) => isDeepEqual(value, structuredClone(value))));
  });
});
