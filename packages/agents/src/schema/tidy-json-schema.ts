import type { JsonSchema } from './schema-like.ts';

/**
 * The same schema in the form that models' APIs agree on: lower-case types at every depth, `nullable` as a type, `const` as
 * an `enum`, a type for what has properties, no empty `required`, no marks of the library it came from. Other keywords stay.
 */
export function tidyJsonSchema(schema: JsonSchema): JsonSchema {
  const tidied: Record<string, unknown> = {};
  for (const [keyword, value] of Object.entries(schema)) {
    if (value !== undefined && !isNoise(keyword, value)) {
      Object.assign(tidied, tidyKeyword(keyword, value));
    }
  }
  if (tidied.type === undefined && isRecord(tidied.properties)) {
    tidied.type = 'object';
  }
  return withNullable(tidied);
}

/** Keywords whose value is a map from names to schemas: its keys are the user's own and stay as they are. */
const MAPS: ReadonlySet<string> = new Set([
  'properties',
  '$defs',
  'definitions',
  'patternProperties',
  'dependentSchemas',
]);
/** Keywords whose value is a schema or a list of schemas. */
const NESTED: ReadonlySet<string> = new Set([
  'items',
  'additionalItems',
  'additionalProperties',
  'unevaluatedProperties',
  'propertyNames',
  'contains',
  'not',
  'if',
  'then',
  'else',
  'anyOf',
  'oneOf',
  'allOf',
  'prefixItems',
]);
/** Written as strings by the SDK's `Schema`. */
const COUNTS: ReadonlySet<string> = new Set([
  'minItems',
  'maxItems',
  'minLength',
  'maxLength',
  'minProperties',
  'maxProperties',
]);

function tidyKeyword(keyword: string, value: unknown): JsonSchema {
  if (keyword === 'type') {
    return { type: Array.isArray(value) ? value.map(lowerCase) : lowerCase(value) };
  }
  if (keyword === 'const') {
    return { enum: [value] };
  }
  if (keyword === 'example') {
    return { examples: [value] };
  }
  if (COUNTS.has(keyword) && typeof value === 'string') {
    return { [keyword]: Number(value) };
  }
  if (MAPS.has(keyword) && isRecord(value)) {
    const entries = Object.entries(value).map(([name, nested]) => [name, tidyNested(nested)]);
    return { [keyword]: Object.fromEntries(entries) };
  }
  return { [keyword]: NESTED.has(keyword) ? tidyNested(value) : value };
}

function tidyNested(value: unknown): unknown {
  if (Array.isArray(value)) {
    return value.map(tidyNested);
  }
  return isRecord(value) ? tidyJsonSchema(value) : value;
}

function isNoise(keyword: string, value: unknown): boolean {
  switch (keyword) {
    case '$schema':
      return true;
    case 'type':
      return value === 'TYPE_UNSPECIFIED';
    case 'required':
      return Array.isArray(value) && value.length === 0;
    case 'propertyNames':
      // zod says of every record that its names are strings, which names always are.
      return isRecord(value) && value.type === 'string' && Object.keys(value).length === 1;
    // zod writes the bounds of what a double can count exactly on every whole number.
    case 'minimum':
      return value === Number.MIN_SAFE_INTEGER;
    case 'maximum':
      return value === Number.MAX_SAFE_INTEGER;
    default:
      return keyword.startsWith('~');
  }
}

/** The SDK says `nullable`, which JSON Schema does not have. */
function withNullable(schema: Record<string, unknown>): JsonSchema {
  const { nullable, ...rest } = schema;
  if (nullable !== true) {
    return nullable === undefined ? schema : rest;
  }
  if (Array.isArray(rest.anyOf)) {
    return { ...rest, anyOf: [...rest.anyOf, { type: 'null' }] };
  }
  if (rest.$ref !== undefined) {
    return { anyOf: [rest, { type: 'null' }] };
  }
  return {
    ...rest,
    ...(typeof rest.type === 'string' ? { type: [rest.type, 'null'] } : {}),
    ...(Array.isArray(rest.enum) && !rest.enum.includes(null) ? { enum: [...rest.enum, null] } : {}),
  };
}

function lowerCase(value: unknown): unknown {
  return typeof value === 'string' ? value.toLowerCase() : value;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
