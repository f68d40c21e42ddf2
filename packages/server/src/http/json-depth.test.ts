import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { jsonDepth } from './json-depth.ts';

function depthOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) {
    return 0;
  }
  return 1 + Math.max(0, ...Object.values(value).map(depthOf));
}

describe('the depth of a JSON text', () => {
  it('is that of its value, whatever stands in its strings', () => {
    const text = fc.oneof(fc.string(), fc.constantFrom('[[[', '\\', '\\"{', '"', '}]'));
    const value = fc.letrec((tie) => ({
      any: fc.oneof({ depthSize: 'medium' }, text, fc.integer(), tie('list'), tie('map')),
      list: fc.array(tie('any'), { maxLength: 3 }),
      map: fc.dictionary(text, tie('any'), { maxKeys: 3 }),
    }));
    fc.assert(
      fc.property(value.any, fc.constantFrom(undefined, 2), (sent, indent) => {
        expect(jsonDepth(JSON.stringify(sent, undefined, indent))).toBe(depthOf(sent));
      }),
    );
  });

  it.each(['', '"', '"\\', ']]]', '[[[', '{"a'])('is a number for what is no JSON: %j', (text) => {
    expect(jsonDepth(text)).toBeTypeOf('number');
  });
});
