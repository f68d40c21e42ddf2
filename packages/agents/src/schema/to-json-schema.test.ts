import { type Schema, Type } from '@google/genai';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { z as mini } from 'zod/mini';
import { z as other } from 'zod-other-copy';
import { z as z3 } from 'zod3';
import type { SchemaLike } from './schema-like.ts';
import { toJsonSchema } from './to-json-schema.ts';

const weather = {
  type: 'object',
  properties: {
    city: { type: 'string', description: 'Which city', minLength: 1 },
    unit: { type: 'string', enum: ['C', 'F'], default: 'C' },
    days: { type: 'array', items: { type: 'integer' }, maxItems: 7 },
    where: {
      type: 'object',
      properties: {
        lat: { type: 'number', minimum: -90 },
        note: { type: 'boolean' },
      },
      required: ['lat', 'note'],
    },
  },
  required: ['city', 'days', 'where'],
};

describe('the same arguments, however they are written', () => {
  it.each<[string, SchemaLike]>([
    ['zod 4', weatherOf(z)],
    ['zod 4 of another copy', weatherOf(other)],
    [
      'zod 3',
      z3.object({
        city: z3.string().min(1).describe('Which city'),
        unit: z3.enum(['C', 'F']).default('C'),
        days: z3.array(z3.number().int()).max(7),
        where: z3.object({ lat: z3.number().min(-90), note: z3.boolean() }),
      }),
    ],
    ['JSON Schema', weather],
  ])('come out alike from %s', (_what, schema) => {
    expect(toJsonSchema(schema)).toEqual(weather);
  });
});

/** Two copies of zod 4 are two types; the calls on them are the same. */
function weatherOf(zod: typeof z | typeof other): SchemaLike {
  const copy = zod as typeof z;
  return copy.object({
    city: copy.string().min(1).describe('Which city'),
    unit: copy.enum(['C', 'F']).default('C'),
    days: copy.array(copy.int()).max(7),
    where: copy.object({ lat: copy.number().min(-90), note: copy.boolean() }),
  });
}

describe('a schema of zod 4', () => {
  it('says what is taken in, not what comes out', () => {
    const schema = z.object({
      n: z.string().transform(Number),
      on: z.string().default('x'),
      s: z.preprocess((value) => value, z.string()),
    });
    expect(toJsonSchema(schema)).toEqual({
      type: 'object',
      properties: { n: { type: 'string' }, on: { type: 'string', default: 'x' }, s: { type: 'string' } },
      required: ['n', 's'],
    });
  });

  it('may be one of zod/mini', () => {
    expect(toJsonSchema(mini.object({ a: mini.optional(mini.string()) }))).toEqual({
      type: 'object',
      properties: { a: { type: 'string' } },
    });
  });

  it('keeps a description that only the schema itself knows', () => {
    const city = Object.defineProperty(z.string(), 'description', { value: 'Which city' });
    expect(toJsonSchema(z.object({ city }))).toMatchObject({
      properties: { city: { type: 'string', description: 'Which city' } },
    });
  });

  it('keeps definitions of what refers to itself', () => {
    const tree = z.object({
      name: z.string(),
      get children() {
        return z.array(tree);
      },
    });
    expect(toJsonSchema(tree)).toEqual({
      type: 'object',
      properties: { name: { type: 'string' }, children: { type: 'array', items: { $ref: '#' } } },
      required: ['name', 'children'],
    });
  });

  it.each([
    [z.strictObject({}), { type: 'object', properties: {}, additionalProperties: false }],
    [z.record(z.string(), z.number()), { type: 'object', additionalProperties: { type: 'number' } }],
    [z.literal('a'), { type: 'string', enum: ['a'] }],
    [z.union([z.string(), z.number()]), { type: ['string', 'number'] }],
    [z.string().nullable(), { type: ['string', 'null'] }],
    [z.int(), { type: 'integer' }],
    [z.int().min(3), { type: 'integer', minimum: 3 }],
    [z.iso.date(), { type: 'string', format: 'date' }],
  ])('number %# is written for the wire', (schema, expected) => {
    const { pattern, ...rest } = toJsonSchema(schema);
    expect(rest).toEqual(expected);
  });

  it.each([z.date(), z.bigint(), z.map(z.string(), z.string()), z.object({ when: z.date() })])(
    'number %# cannot be said in JSON',
    (schema) => {
      expect(() => toJsonSchema(schema)).toThrow(expect.objectContaining({ code: 'invalid_argument' }));
    },
  );
});

describe('a schema of the SDK', () => {
  it('gets lower-case types at every depth', () => {
    const schema: Schema = {
      type: Type.OBJECT,
      properties: {
        type: { type: Type.STRING, description: 'A property may be called type.' },
        list: { type: Type.ARRAY, items: { type: Type.OBJECT, properties: { n: { type: Type.INTEGER } } } },
        either: { anyOf: [{ type: Type.STRING }, { type: Type.BOOLEAN }] },
      },
      required: ['type'],
    };
    expect(toJsonSchema(schema)).toEqual({
      type: 'object',
      properties: {
        type: { type: 'string', description: 'A property may be called type.' },
        list: { type: 'array', items: { type: 'object', properties: { n: { type: 'integer' } } } },
        either: { anyOf: [{ type: 'string' }, { type: 'boolean' }] },
      },
      required: ['type'],
    });
  });

  it('gets numbers for counts, and examples for its example', () => {
    expect(toJsonSchema({ type: Type.ARRAY, minItems: '1', maxItems: '2', example: [1] })).toEqual({
      type: 'array',
      minItems: 1,
      maxItems: 2,
      examples: [[1]],
    });
  });

  it.each<[Schema, object]>([
    [{ type: Type.STRING, nullable: true }, { type: ['string', 'null'] }],
    [{ type: Type.STRING, nullable: false }, { type: 'string' }],
    [
      { type: Type.STRING, enum: ['a'], nullable: true },
      { type: ['string', 'null'], enum: ['a', null] },
    ],
    [{ anyOf: [{ type: Type.STRING }], nullable: true }, { anyOf: [{ type: 'string' }, { type: 'null' }] }],
    [{ type: Type.TYPE_UNSPECIFIED, nullable: true }, {}],
  ])('says null as a type: %j', (schema, expected) => {
    expect(toJsonSchema(schema)).toEqual(expected);
  });
});

describe('a JSON Schema', () => {
  it('loses empty lists of required names, marks of its library, and nothing else', () => {
    const schema = {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      '~standard': {},
      title: 'Weather',
      type: 'object',
      properties: { a: { type: 'object', properties: {}, required: [] }, required: { type: 'string' } },
      required: [],
      $defs: { n: { type: 'STRING', nullable: true } },
      default: { required: [], type: 'OBJECT' },
      'x-mine': { required: [] },
    };
    expect(toJsonSchema(schema)).toEqual({
      title: 'Weather',
      type: 'object',
      properties: { a: { type: 'object', properties: {} }, required: { type: 'string' } },
      $defs: { n: { type: ['string', 'null'] } },
      default: { required: [], type: 'OBJECT' },
      'x-mine': { required: [] },
    });
  });

  it('gets a type where only its properties tell that it is an object', () => {
    expect(toJsonSchema({ properties: { a: { const: 1 } } })).toEqual({
      type: 'object',
      properties: { a: { enum: [1] } },
    });
  });

  it('says of a reference that may be null that it may be null', () => {
    expect(toJsonSchema({ $ref: '#/$defs/a', nullable: true })).toEqual({
      anyOf: [{ $ref: '#/$defs/a' }, { type: 'null' }],
    });
  });

  it('is left alone itself', () => {
    const schema = Object.freeze({ type: 'OBJECT', properties: Object.freeze({ a: Object.freeze({}) }) });
    expect(toJsonSchema(schema)).toEqual({ type: 'object', properties: { a: {} } });
    expect(schema.type).toBe('OBJECT');
  });
});

it('writes a schema of zod once, and a plain one, which a program may edit, each time', () => {
  const schema = z.object({ a: z.string() });
  expect(toJsonSchema(schema)).toBe(toJsonSchema(schema));
  const plain = { type: 'STRING' };
  expect(toJsonSchema(plain)).toEqual({ type: 'string' });
  plain.type = 'NUMBER';
  expect(toJsonSchema(plain)).toEqual({ type: 'number' });
});
