import type { Schema } from '@google/genai';

/** A JSON Schema as plain data. */
export type JsonSchema = { readonly [keyword: string]: unknown };

/** What `safeParseAsync` of any zod comes to. */
export type ZodParsed =
  | { readonly success: true; readonly data: unknown }
  | {
      readonly success: false;
      readonly error: {
        readonly issues: readonly { readonly path: readonly PropertyKey[]; readonly message: string }[];
      };
    };

/**
 * A schema of zod 4, of any copy. Only what is used is asked for, because the types of two releases of zod do not take
 * each other's schemas.
 */
export interface Zod4Like<Output = unknown> {
  readonly _zod: { readonly output: Output; readonly def: { readonly type: string } };
  safeParseAsync(value: unknown): Promise<ZodParsed>;
  /** Missing before zod 4.2, and in `zod/mini`. */
  toJSONSchema?(params: { readonly io: 'input' }): object;
}

/** A schema of zod 3, of any copy; see {@link Zod4Like}. */
export interface Zod3Like<Output = unknown> {
  readonly _output: Output;
  readonly _def: { readonly typeName?: string };
  safeParseAsync(value: unknown): Promise<ZodParsed>;
}

/** What may stand where a schema is asked for. The SDK's `Schema` has upper-case types. */
export type SchemaLike = Zod4Like | Zod3Like | Schema | JsonSchema;

/** Told by its marker, not by `instanceof`: the caller's zod is rarely this package's own copy. */
export function isZod4(schema: SchemaLike): schema is Zod4Like {
  return '_zod' in schema;
}

/** As {@link isZod4}, for zod 3. */
export function isZod3(schema: SchemaLike): schema is Zod3Like {
  return '_def' in schema && !('_zod' in schema) && 'safeParseAsync' in schema;
}
