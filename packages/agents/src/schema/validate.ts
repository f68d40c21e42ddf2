import { warnOnce } from '../logger.ts';
import {
  isZod3,
  isZod4,
  type JsonSchema,
  type SchemaLike,
  type Zod4Like,
  type ZodParsed,
} from './schema-like.ts';
import { toJsonSchema } from './to-json-schema.ts';

/** A value as its schema gives it back (defaults and transforms applied), or what is wrong with it, by path. */
export type Validation =
  | { readonly isValid: true; readonly value: unknown }
  | { readonly isValid: false; readonly problem: string };

/**
 * Checks a value against any schema. A JSON Schema with keywords that cannot be checked here (conditions, `not`) lets every
 * value pass, with one warning.
 */
export async function validate(schema: SchemaLike, value: unknown): Promise<Validation> {
  const zod = isZod4(schema) || isZod3(schema) ? schema : await fromJsonSchema(schema);
  if (zod === undefined) {
    return { isValid: true, value };
  }
  const result: ZodParsed = await zod.safeParseAsync(value);
  return result.success
    ? { isValid: true, value: result.data }
    : { isValid: false, problem: describe(result.error.issues) };
}

const compiled = new WeakMap<object, { readonly zod: Zod4Like | undefined }>();

async function fromJsonSchema(schema: SchemaLike): Promise<Zod4Like | undefined> {
  const known = compiled.get(schema) ?? { zod: await compile(toJsonSchema(schema)) };
  compiled.set(schema, known);
  return known.zod;
}

/** Loads zod at the first call: importing it is the larger half of importing this package. */
async function compile(schema: JsonSchema): Promise<Zod4Like | undefined> {
  const { z } = await import('zod');
  try {
    return z.fromJSONSchema(schema);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    warnOnce(`schema:${reason}`, `Values of a JSON Schema are not checked: ${reason}.`);
    return undefined;
  }
}

function describe(
  issues: readonly { readonly path: readonly PropertyKey[]; readonly message: string }[],
): string {
  return issues
    .map(({ path, message }) => (path.length === 0 ? message : `${path.map(String).join('.')}: ${message}`))
    .join('; ');
}
