import type { z } from 'zod';
import { AgentsError } from '../error.ts';
import {
  isZod3,
  isZod4,
  type JsonSchema,
  type SchemaLike,
  type Zod3Like,
  type Zod4Like,
} from './schema-like.ts';
import { tidyJsonSchema } from './tidy-json-schema.ts';
import { zod3ToJsonSchema } from './zod3-to-json-schema.ts';

/**
 * A real JSON Schema, for the wire, of what a schema takes in: see {@link tidyJsonSchema} for its form. Throws
 * `invalid_argument` for a schema that JSON Schema cannot say. One schema of zod gives the same object each time: it is for
 * reading.
 */
export function toJsonSchema(schema: SchemaLike): JsonSchema {
  if (isZod4(schema) || isZod3(schema)) {
    const known = ofZod.get(schema) ?? tidyJsonSchema(fromZod(schema));
    ofZod.set(schema, known);
    return known;
  }
  // The SDK's `Schema` is an interface, which the compiler does not take for a record.
  return tidyJsonSchema(schema as JsonSchema);
}

/** Schemas of zod never change, and each request asks for the same ones again. */
const ofZod = new WeakMap<Zod4Like | Zod3Like, JsonSchema>();

function fromZod(schema: Zod4Like | Zod3Like): JsonSchema {
  return isZod4(schema) ? zod4ToJsonSchema(schema) : zod3ToJsonSchema(schema);
}

function zod4ToJsonSchema(schema: Zod4Like): JsonSchema {
  const params = { io: 'input', override: keepDescription } as const;
  try {
    // A schema's own copy of zod goes first: beside one of another release, a converter loses what it does not know.
    // Where there is none, the definitions are all that a converter reads, and they are the same in every copy.
    return { ...(schema.toJSONSchema?.(params) ?? loadZod().toJSONSchema(schema as z.ZodType, params)) };
  } catch (cause) {
    throw new AgentsError({
      code: 'invalid_argument',
      message: `A zod schema cannot be written as JSON Schema: ${cause instanceof Error ? cause.message : cause}`,
      hint: 'Use types that JSON has (dates and the like travel as strings), and schemas of zod 4.2 or later; or give the JSON Schema.',
      cause,
    });
  }
}

/**
 * Few schemas need it, and importing it would be the larger half of importing this package; the callers cannot wait, so it is
 * not `import()`. A browser has no way to load it at once: there, schemas have to convert themselves.
 */
function loadZod(): { readonly toJSONSchema: typeof z.toJSONSchema } {
  const { createRequire } = globalThis.process?.getBuiltinModule?.('node:module') ?? {};
  if (createRequire === undefined) {
    throw new Error('it has no toJSONSchema of its own, and zod cannot be loaded here');
  }
  return createRequire(import.meta.url)('zod');
}

/** Early releases of zod 4 keep descriptions in a registry of their own copy, which the converter does not see. */
function keepDescription({ zodSchema, jsonSchema }: { zodSchema: object; jsonSchema: object }): void {
  if ('description' in zodSchema && zodSchema.description !== undefined && !('$ref' in jsonSchema)) {
    Object.assign(jsonSchema, { description: zodSchema.description });
  }
}
