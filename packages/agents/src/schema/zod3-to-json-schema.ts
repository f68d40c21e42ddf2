import { AgentsError } from '../error.ts';
import type { JsonSchema, Zod3Like } from './schema-like.ts';
import { type Zod3Check, zod3Checks } from './zod3-checks.ts';

/** The parts of a zod 3 definition that matter here. */
interface Definition {
  readonly typeName: string;
  readonly description?: string;
  readonly checks?: readonly Zod3Check[];
  readonly [key: string]: unknown;
}

/**
 * A JSON Schema for what a zod 3 schema takes in; zod 3 has no converter of its own. Throws `invalid_argument`, naming the
 * kind that JSON Schema lacks.
 */
export function zod3ToJsonSchema(schema: Zod3Like): JsonSchema {
  const definition = definitionOf(schema);
  const converted = convert(definition);
  return definition.description === undefined
    ? converted
    : { ...converted, description: definition.description };
}

function convert(definition: Definition): JsonSchema {
  switch (definition.typeName) {
    case 'ZodString':
      return { type: 'string', ...zod3Checks(definition.checks) };
    case 'ZodNumber':
      return { type: 'number', ...zod3Checks(definition.checks) };
    case 'ZodBoolean':
      return { type: 'boolean' };
    case 'ZodNull':
      return { type: 'null' };
    case 'ZodAny':
    case 'ZodUnknown':
      return {};
    case 'ZodLiteral':
      return enumSchema([definition.value]);
    case 'ZodEnum':
      return enumSchema(asList(definition.values));
    case 'ZodNativeEnum':
      return enumSchema(nativeEnumValues(asRecord(definition.values)));
    case 'ZodArray':
      return arraySchema(definition);
    case 'ZodTuple':
      return tupleSchema(definition);
    case 'ZodObject':
      return objectSchema(definition);
    case 'ZodRecord':
      return { type: 'object', additionalProperties: nested(definition.valueType) };
    case 'ZodUnion':
      return { anyOf: asList(definition.options).map(nested) };
    case 'ZodDiscriminatedUnion':
      return { anyOf: optionsOf(definition.options).map(nested) };
    case 'ZodIntersection':
      return { allOf: [nested(definition.left), nested(definition.right)] };
    case 'ZodNullable':
      return { anyOf: [nested(definition.innerType), { type: 'null' }] };
    case 'ZodDefault':
      return { ...nested(definition.innerType), default: defaultOf(definition.defaultValue) };
    default:
      return nested(wrappedBy(definition));
  }
}

/** The schema inside of one that only adds behaviour to it, seen from what it takes in. */
function wrappedBy(definition: Definition): unknown {
  switch (definition.typeName) {
    case 'ZodOptional':
    case 'ZodReadonly':
    case 'ZodCatch':
      return definition.innerType;
    case 'ZodBranded':
      return definition.type;
    case 'ZodEffects':
      return definition.schema;
    case 'ZodPipeline':
      return definition.in;
    default:
      throw new AgentsError({
        code: 'invalid_argument',
        message: `A zod 3 schema of the kind ${definition.typeName} cannot be written as JSON Schema.`,
        hint: 'Use a kind that JSON has, or give the JSON Schema itself.',
      });
  }
}

function enumSchema(values: readonly unknown[]): JsonSchema {
  const types = new Set(values.map((value) => (value === null ? 'null' : typeof value)));
  const [type] = types;
  return types.size === 1 ? { type, enum: values } : { enum: values };
}

/** A TypeScript enum of numbers also maps its values back to their names; those entries are no values. */
function nativeEnumValues(values: Record<string, unknown>): unknown[] {
  return Object.keys(values)
    .filter((name) => typeof values[String(values[name])] !== 'number')
    .map((name) => values[name]);
}

function arraySchema(definition: Definition): JsonSchema {
  const limitOf = (check: unknown) => asRecord(check ?? {}).value;
  const exact = limitOf(definition.exactLength);
  return {
    type: 'array',
    items: nested(definition.type),
    minItems: exact ?? limitOf(definition.minLength),
    maxItems: exact ?? limitOf(definition.maxLength),
  };
}

function tupleSchema(definition: Definition): JsonSchema {
  const items = asList(definition.items).map(nested);
  const rest = definition.rest ?? undefined;
  return {
    type: 'array',
    prefixItems: items,
    minItems: items.length,
    ...(rest === undefined ? { maxItems: items.length } : { items: nested(rest) }),
  };
}

function objectSchema(definition: Definition): JsonSchema {
  const shape = asRecord(typeof definition.shape === 'function' ? definition.shape() : {});
  const required = Object.keys(shape).filter((key) => !mayBeLeftOut(definitionOf(shape[key])));
  return {
    type: 'object',
    properties: Object.fromEntries(Object.entries(shape).map(([key, value]) => [key, nested(value)])),
    required,
    ...additionalProperties(definition),
  };
}

function additionalProperties({ catchall, unknownKeys }: Definition): JsonSchema {
  if (catchall !== undefined && definitionOf(catchall).typeName !== 'ZodNever') {
    return { additionalProperties: nested(catchall) };
  }
  return unknownKeys === 'strict' ? { additionalProperties: false } : {};
}

function mayBeLeftOut(definition: Definition): boolean {
  const { typeName, innerType } = definition;
  if (typeName === 'ZodOptional' || typeName === 'ZodDefault' || typeName === 'ZodCatch') {
    return true;
  }
  const inner = innerType ?? definition.schema ?? (typeName === 'ZodPipeline' ? definition.in : undefined);
  return inner !== undefined && mayBeLeftOut(definitionOf(inner));
}

function nested(schema: unknown): JsonSchema {
  // Every place this is called with holds a zod 3 schema by zod's own definition of the kind.
  return zod3ToJsonSchema(schema as Zod3Like);
}

function definitionOf(schema: unknown): Definition {
  return asRecord(schema)._def as Definition;
}

function asRecord(value: unknown): Record<string, unknown> {
  return value as Record<string, unknown>;
}

function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function optionsOf(value: unknown): readonly unknown[] {
  return value instanceof Map ? [...value.values()] : asList(value);
}

function defaultOf(value: unknown): unknown {
  return typeof value === 'function' ? value() : value;
}
