import { describe, expect, it } from 'vitest';
import { z } from 'zod3';
import { toJsonSchema } from './to-json-schema.ts';

/** What TypeScript makes of an enum with a number and a text. */
const Size = { 1: 'Small', Small: 1, Large: 'large' } as const;

describe('a schema of zod 3', () => {
  it.each([
    [z.string().email(), { type: 'string', format: 'email' }],
    [z.string().url(), { type: 'string', format: 'uri' }],
    [z.string().datetime(), { type: 'string', format: 'date-time' }],
    [z.string().length(2), { type: 'string', minLength: 2, maxLength: 2 }],
    [z.string().regex(/^a+$/), { type: 'string', pattern: '^a+$' }],
    [z.string().trim().startsWith('a'), { type: 'string' }],
    [z.number().int().min(1).max(5), { type: 'integer', minimum: 1, maximum: 5 }],
    [z.number().gt(1).lt(5), { type: 'number', exclusiveMinimum: 1, exclusiveMaximum: 5 }],
    [z.number().multipleOf(5), { type: 'number', multipleOf: 5 }],
    [z.boolean(), { type: 'boolean' }],
    [z.null(), { type: 'null' }],
    [z.any(), {}],
    [z.literal(3), { type: 'number', enum: [3] }],
    [z.enum(['a', 'b']), { type: 'string', enum: ['a', 'b'] }],
    [z.nativeEnum(Size), { enum: [1, 'large'] }],
    [z.array(z.string()).length(2), { type: 'array', items: { type: 'string' }, minItems: 2, maxItems: 2 }],
    [
      z.tuple([z.string(), z.number()]),
      { type: 'array', prefixItems: [{ type: 'string' }, { type: 'number' }], minItems: 2, maxItems: 2 },
    ],
    [
      z.tuple([z.string()]).rest(z.number()),
      { type: 'array', prefixItems: [{ type: 'string' }], items: { type: 'number' }, minItems: 1 },
    ],
    [z.record(z.number()), { type: 'object', additionalProperties: { type: 'number' } }],
    [z.union([z.string(), z.number()]), { anyOf: [{ type: 'string' }, { type: 'number' }] }],
    [
      z.intersection(z.string(), z.string().min(1)),
      { allOf: [{ type: 'string' }, { type: 'string', minLength: 1 }] },
    ],
    [z.string().nullable(), { anyOf: [{ type: 'string' }, { type: 'null' }] }],
    [z.string().brand('id').readonly(), { type: 'string' }],
    [z.string().transform(Number).pipe(z.number()), { type: 'string' }],
    [z.preprocess(String, z.string()), { type: 'string' }],
    [z.object({}).strict(), { type: 'object', properties: {}, additionalProperties: false }],
    [
      z.object({}).catchall(z.string()),
      { type: 'object', properties: {}, additionalProperties: { type: 'string' } },
    ],
  ])('number %# is written for the wire', (schema, expected) => {
    expect(toJsonSchema(schema)).toEqual(expected);
  });

  it('tells apart the options of a union by one of their values', () => {
    const schema = z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('a') }),
      z.object({ kind: z.literal('b'), n: z.number() }),
    ]);
    expect(toJsonSchema(schema)).toMatchObject({
      anyOf: [{ required: ['kind'] }, { properties: { kind: { enum: ['b'] } }, required: ['kind', 'n'] }],
    });
  });

  it('requires what may not be left out', () => {
    const schema = z.object({
      a: z.string(),
      b: z.string().optional(),
      c: z.string().default('x'),
      d: z.string().catch('x'),
      e: z.string().optional().describe('e').nullable(),
      f: z.string().optional().transform(String),
      g: z.string().optional().pipe(z.string().optional()),
    });
    expect(toJsonSchema(schema)).toMatchObject({
      required: ['a'],
      properties: { c: { type: 'string', default: 'x' } },
    });
  });

  it.each([
    [z.date(), 'ZodDate'],
    [z.object({ when: z.array(z.bigint()) }), 'ZodBigInt'],
    [z.lazy(() => z.string()), 'ZodLazy'],
  ])('number %# cannot be said in JSON, and its kind is named', (schema, kind) => {
    expect(() => toJsonSchema(schema)).toThrow(
      expect.objectContaining({ code: 'invalid_argument', message: expect.stringContaining(kind) }),
    );
  });
});
