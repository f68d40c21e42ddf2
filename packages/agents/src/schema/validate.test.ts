import { Type } from '@google/genai';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { z as other } from 'zod-other-copy';
import { z as z3 } from 'zod3';
import { resetLogger, resetWarnings, setLogger } from '../logger.ts';
import type { SchemaLike } from './schema-like.ts';
import { validate } from './validate.ts';

const warnings: unknown[] = [];
beforeEach(() => {
  warnings.length = 0;
  resetWarnings();
  setLogger({ debug() {}, info() {}, error() {}, warn: (message) => warnings.push(message) });
});
afterEach(resetLogger);

const schemas: [string, SchemaLike][] = [
  ['zod 4', z.object({ city: z.object({ name: z.string() }), unit: z.string().default('C') })],
  [
    'zod 4 of another copy',
    other.object({ city: other.object({ name: other.string() }), unit: other.string().default('C') }),
  ],
  ['zod 3', z3.object({ city: z3.object({ name: z3.string() }), unit: z3.string().default('C') })],
  [
    'JSON Schema',
    {
      type: 'object',
      properties: {
        city: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
        unit: { type: 'string', default: 'C' },
      },
      required: ['city'],
    },
  ],
  [
    'the SDK’s Schema',
    {
      type: Type.OBJECT,
      properties: {
        city: { type: Type.OBJECT, properties: { name: { type: Type.STRING } }, required: ['name'] },
        unit: { type: Type.STRING, default: 'C' },
      },
      required: ['city'],
    },
  ],
];

describe.each(schemas)('a value checked against %s', (_what, schema) => {
  it('comes back with its defaults', async () => {
    expect(await validate(schema, { city: { name: 'Oslo' } })).toEqual({
      isValid: true,
      value: { city: { name: 'Oslo' }, unit: 'C' },
    });
  });

  it('is told what is wrong with it, by path', async () => {
    expect(await validate(schema, { city: { name: 1 } })).toEqual({
      isValid: false,
      problem: expect.stringMatching(/^city\.name: .*string/),
    });
    expect(await validate(schema, {})).toEqual({
      isValid: false,
      problem: expect.stringMatching(/^city: /),
    });
  });
});

describe('checking', () => {
  it('applies transforms, async ones included', async () => {
    const schema = z.object({ n: z.string().transform(async (text) => Number(text)) });
    expect(await validate(schema, { n: '4' })).toEqual({ isValid: true, value: { n: 4 } });
  });

  it('names every problem', async () => {
    const outcome = await validate(z.object({ a: z.string(), b: z.number() }), {});
    expect(outcome).toMatchObject({ problem: expect.stringMatching(/^a: .+; b: /) });
  });

  it('names a problem of the whole value without a path', async () => {
    const schema = z.object({}).refine(() => false, 'no good');
    expect(await validate(schema, {})).toEqual({ isValid: false, problem: 'no good' });
  });

  it('lets a value pass whose JSON Schema cannot be checked, with one warning', async () => {
    const schema = { type: 'object', not: { type: 'string' } };
    expect(await validate(schema, { a: 1 })).toEqual({ isValid: true, value: { a: 1 } });
    await validate({ ...schema }, {});
    expect(warnings).toEqual([expect.stringMatching(/not checked: not is not supported/)]);
  });
});
