import type { Schema } from '@google/genai';
import type { z } from 'zod';
import type { ZodTypeAny } from 'zod/v3';

/** A JSON Schema as plain data. */
export type JsonSchema = { readonly [keyword: string]: unknown };

/**
 * What may stand where a schema is asked for: a schema of zod 4 or zod 3 (also of another copy than ours), a JSON Schema, or
 * the SDK's `Schema` with its upper-case types.
 */
export type SchemaLike = z.ZodType | ZodTypeAny | Schema | JsonSchema;

/** Told by its marker, not by `instanceof`: the caller's zod is rarely this package's own copy. */
export function isZod4(schema: SchemaLike): schema is z.ZodType {
  return '_zod' in schema;
}

/** As {@link isZod4}, for zod 3. */
export function isZod3(schema: SchemaLike): schema is ZodTypeAny {
  return '_def' in schema && !('_zod' in schema) && 'safeParse' in schema;
}
