import { z } from 'zod';
import { isZod3, isZod4, type SchemaLike } from './schema-like.ts';
import { toJsonSchema } from './to-json-schema.ts';

/** A value as its schema gives it back (defaults and transforms applied), or what is wrong with it, by path. */
export type Validation =
  | { readonly isValid: true; readonly value: unknown }
  | { readonly isValid: false; readonly problem: string };

/** Checks a value against any schema. A JSON Schema with keywords that cannot be checked here lets the value pass. */
export async function validate(schema: SchemaLike, value: unknown): Promise<Validation> {
  if (isZod3(schema)) {
    const result = await schema.safeParseAsync(value);
    return result.success
      ? { isValid: true, value: result.data }
      : { isValid: false, problem: describe(result.error.issues) };
  }
  const zod = isZod4(schema) ? schema : fromJsonSchema(schema);
  if (zod === undefined) {
    return { isValid: true, value };
  }
  const result = await zod.safeParseAsync(value);
  return result.success
    ? { isValid: true, value: result.data }
    : { isValid: false, problem: describe(result.error.issues) };
}

const compiled = new WeakMap<object, z.ZodType | 'unchecked'>();

function fromJsonSchema(schema: SchemaLike): z.ZodType | undefined {
  let known = compiled.get(schema);
  if (known === undefined) {
    try {
      known = z.fromJSONSchema(toJsonSchema(schema));
    } catch {
      known = 'unchecked';
    }
    compiled.set(schema, known);
  }
  return known === 'unchecked' ? undefined : known;
}

function describe(
  issues: readonly { readonly path: readonly PropertyKey[]; readonly message: string }[],
): string {
  return issues
    .map(({ path, message }) => (path.length === 0 ? message : `${path.map(String).join('.')}: ${message}`))
    .join('; ');
}
