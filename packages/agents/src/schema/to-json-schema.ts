import { z } from 'zod';
import { AgentsError } from '../error.ts';
import { isZod3, isZod4, type JsonSchema, type SchemaLike } from './schema-like.ts';
import { zod3ToJsonSchema } from './zod3-to-json-schema.ts';

/**
 * A real JSON Schema for the wire: lower-case types at every depth, no empty `required`, no marks of the library it came
 * from. Throws `invalid_argument` for a schema that JSON Schema cannot say.
 */
export function toJsonSchema(schema: SchemaLike): JsonSchema {
  return tidy(rawJsonSchema(schema));
}

function rawJsonSchema(schema: SchemaLike): JsonSchema {
  if (isZod4(schema)) {
    try {
      return z.toJSONSchema(schema, { io: 'input' });
    } catch (cause) {
      throw new AgentsError({
        code: 'invalid_argument',
        message: `A zod schema cannot be written as JSON Schema: ${cause instanceof Error ? cause.message : cause}`,
        hint: 'Use types that JSON has; dates and the like travel as strings.',
        cause,
      });
    }
  }
  // The SDK's `Schema` is an interface, which the compiler does not take for a record.
  return isZod3(schema) ? zod3ToJsonSchema(schema) : (schema as JsonSchema);
}

/** Keywords whose value is a map from names to schemas: its keys are the user's own and stay as they are. */
const MAPS: ReadonlySet<string> = new Set([
  'properties',
  '$defs',
  'definitions',
  'patternProperties',
  'dependentSchemas',
]);
const NESTED: ReadonlySet<string> = new Set([
  'items',
  'additionalProperties',
  'not',
  'contains',
  'propertyNames',
  'if',
  'then',
  'else',
]);
const LISTS: ReadonlySet<string> = new Set(['anyOf', 'oneOf', 'allOf', 'prefixItems']);
/** Written as strings by the SDK's `Schema`. */
const COUNTS: ReadonlySet<string> = new Set([
  'minItems',
  'maxItems',
  'minLength',
  'maxLength',
  'minProperties',
  'maxProperties',
]);

function tidy(schema: JsonSchema): JsonSchema {
  const tidied: Record<string, unknown> = {};
  for (const [keyword, value] of Object.entries(schema)) {
    if (value !== undefined && !isNoise(keyword, value)) {
      tidied[keyword] = tidyKeyword(keyword, value);
    }
  }
  return withNullable(tidied);
}

function tidyKeyword(keyword: string, value: unknown): unknown {
  if (keyword === 'type') {
    return Array.isArray(value) ? value.map(lowerCase) : lowerCase(value);
  }
  if (COUNTS.has(keyword) && typeof value === 'string') {
    return Number(value);
  }
  if (MAPS.has(keyword) && isRecord(value)) {
    return Object.fromEntries(Object.entries(value).map(([name, nested]) => [name, tidyNested(nested)]));
  }
  if (LISTS.has(keyword) && Array.isArray(value)) {
    return value.map(tidyNested);
  }
  return NESTED.has(keyword) ? tidyNested(value) : value;
}

function tidyNested(value: unknown): unknown {
  return isRecord(value) ? tidy(value) : value;
}

function isNoise(keyword: string, value: unknown): boolean {
  if (keyword === '$schema' || keyword.startsWith('~')) {
    return true;
  }
  if (keyword === 'required') {
    return Array.isArray(value) && value.length === 0;
  }
  // zod writes the bounds of what a double can count exactly on every whole number.
  return (
    (keyword === 'minimum' && value === Number.MIN_SAFE_INTEGER) ||
    (keyword === 'maximum' && value === Number.MAX_SAFE_INTEGER)
  );
}

/** The SDK says `nullable`, which JSON Schema does not have. */
function withNullable(schema: Record<string, unknown>): JsonSchema {
  const { nullable, ...rest } = schema;
  if (nullable === undefined) {
    return schema;
  }
  if (nullable === true && typeof rest.type === 'string') {
    return {
      ...rest,
      type: [rest.type, 'null'],
      ...(Array.isArray(rest.enum) && !rest.enum.includes(null) ? { enum: [...rest.enum, null] } : {}),
    };
  }
  return rest;
}

function lowerCase(value: unknown): unknown {
  return typeof value === 'string' ? value.toLowerCase() : value;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
