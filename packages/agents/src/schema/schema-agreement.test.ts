import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { z as other } from 'zod-other-copy';
import { z as z3 } from 'zod3';
import type { SchemaLike } from './schema-like.ts';
import { toJsonSchema } from './to-json-schema.ts';
import { validate } from './validate.ts';

/** A schema told in words that every zod knows. */
type Shape =
  | { readonly kind: 'string'; readonly min: number }
  | { readonly kind: 'int'; readonly max: number }
  | { readonly kind: 'number' | 'boolean' }
  | { readonly kind: 'enum'; readonly values: readonly [string, ...string[]] }
  | { readonly kind: 'nullable' | 'array'; readonly of: Shape }
  | { readonly kind: 'union'; readonly options: readonly [Shape, Shape] }
  | { readonly kind: 'object'; readonly fields: Readonly<Record<string, Field>> };
type Field = { readonly shape: Shape; readonly isOptional: boolean };

const { shape } = fc.letrec<{ shape: Shape }>((tie) => ({
  shape: fc.oneof(
    { maxDepth: 3, depthSize: 'small' },
    fc.record({ kind: fc.constant('string' as const), min: fc.nat(2) }),
    fc.record({ kind: fc.constant('int' as const), max: fc.nat(5) }),
    fc.record({ kind: fc.constantFrom('number' as const, 'boolean' as const) }),
    fc.constant({ kind: 'enum' as const, values: ['a', 'b'] as const }),
    fc.record({ kind: fc.constantFrom('nullable' as const, 'array' as const), of: tie('shape') }),
    fc.record({ kind: fc.constant('union' as const), options: fc.tuple(tie('shape'), tie('shape')) }),
    fc.record({
      kind: fc.constant('object' as const),
      fields: fc.dictionary(
        fc.constantFrom('x', 'y', 'type', 'required'),
        fc.record({ shape: tie('shape'), isOptional: fc.boolean() }),
        { maxKeys: 3, noNullPrototype: true },
      ),
    }),
  ),
}));

/** The calls used here are the same in all copies and releases, though their types are not. */
type Zod = typeof z;

function build(zod: Zod, told: Shape): z.ZodType {
  switch (told.kind) {
    case 'string':
      return zod.string().min(told.min);
    case 'int':
      return zod.number().int().max(told.max);
    case 'number':
      return zod.number();
    case 'boolean':
      return zod.boolean();
    case 'enum':
      return zod.enum(told.values);
    case 'nullable':
      return build(zod, told.of).nullable();
    case 'array':
      return zod.array(build(zod, told.of));
    case 'union':
      return zod.union([build(zod, told.options[0]), build(zod, told.options[1])]);
    case 'object':
      return zod.object(
        Object.fromEntries(
          Object.entries(told.fields).map(([name, field]) => {
            const schema = build(zod, field.shape).describe(name);
            return [name, field.isOptional ? schema.optional() : schema];
          }),
        ),
      );
  }
}

/** Values that often fit, and often just miss. */
function sampleOf(told: Shape): fc.Arbitrary<unknown> {
  const stray = fc.constantFrom<unknown>(null, '', 'a', 'abc', 0, 1.5, 9, true, [], {}, [null]);
  const near = (): fc.Arbitrary<unknown> => {
    switch (told.kind) {
      case 'nullable':
        return fc.option(sampleOf(told.of));
      case 'array':
        return fc.array(sampleOf(told.of), { maxLength: 2 });
      case 'union':
        return fc.oneof(sampleOf(told.options[0]), sampleOf(told.options[1]));
      case 'object':
        return fc.record(
          Object.fromEntries(
            Object.entries(told.fields).map(([name, field]) => [name, sampleOf(field.shape)]),
          ),
          { requiredKeys: [] },
        );
      default:
        return stray;
    }
  };
  return fc.oneof({ weight: 4, arbitrary: near() }, { weight: 1, arbitrary: stray });
}

const sample = shape.chain((told) => fc.tuple(fc.constant(told), sampleOf(told)));

describe('a schema of zod and the JSON Schema it is written as', () => {
  it.each<[string, unknown]>([
    ['zod 4', z],
    ['zod 4 of another copy', other],
    ['zod 3', z3],
  ])('take the same values: %s', async (_what, zod) => {
    await fc.assert(
      fc.asyncProperty(sample, async ([told, value]) => {
        const schema: SchemaLike = build(zod as Zod, told);
        const written = toJsonSchema(schema);
        expect((await validate(written, value)).isValid).toBe((await validate(schema, value)).isValid);
      }),
      { numRuns: 300 },
    );
  });

  it('is the same JSON Schema once it is tidy', () => {
    fc.assert(
      fc.property(shape, (told) => {
        const written = toJsonSchema(build(z, told));
        expect(toJsonSchema(written)).toEqual(written);
      }),
    );
  });
});
