import { z } from 'zod';
import { AgentsError } from '../error.ts';
import { isZod3, isZod4, type JsonSchema, type SchemaLike, type Zod4Like } from './schema-like.ts';
import { tidyJsonSchema } from './tidy-json-schema.ts';
import { zod3ToJsonSchema } from './zod3-to-json-schema.ts';

/**
 * A real JSON Schema, for the wire, of what a schema takes in: see {@link tidyJsonSchema} for its form. Throws
 * `invalid_argument` for a schema that JSON Schema cannot say.
 */
export function toJsonSchema(schema: SchemaLike): JsonSchema {
  if (isZod4(schema)) {
    return tidyJsonSchema(zod4ToJsonSchema(schema));
  }
  // The SDK's `Schema` is an interface, which the compiler does not take for a record.
  return tidyJsonSchema(isZod3(schema) ? zod3ToJsonSchema(schema) : (schema as JsonSchema));
}

function zod4ToJsonSchema(schema: Zod4Like): JsonSchema {
  try {
    // Another copy's schema has the same definitions, which are all that the converter reads.
    return z.toJSONSchema(schema as z.ZodType, { io: 'input', override: keepDescription });
  } catch (cause) {
    throw new AgentsError({
      code: 'invalid_argument',
      message: `A zod schema cannot be written as JSON Schema: ${cause instanceof Error ? cause.message : cause}`,
      hint: 'Use types that JSON has; dates and the like travel as strings.',
      cause,
    });
  }
}

/** Early releases of zod 4 keep descriptions in a registry of their own copy, which the converter does not see. */
function keepDescription({ zodSchema, jsonSchema }: { zodSchema: object; jsonSchema: object }): void {
  if ('description' in zodSchema && zodSchema.description !== undefined && !('$ref' in jsonSchema)) {
    Object.assign(jsonSchema, { description: zodSchema.description });
  }
}
