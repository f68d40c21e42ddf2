import type { ZodTypeAny } from 'zod/v3';
import { AgentsError } from '../error.ts';
import type { JsonSchema } from './schema-like.ts';

/** The parts of a zod 3 definition that matter here. zod 3 has no converter of its own. */
interface Definition {
  readonly typeName: string;
  readonly description?: string;
  readonly checks?: readonly {
    readonly kind: string;
    readonly value?: unknown;
    readonly inclusive?: boolean;
  }[];
  readonly [key: string]: unknown;
}

/** A JSON Schema for what a zod 3 schema takes in. Throws `invalid_argument`, naming the kind that JSON Schema lacks. */
export function zod3ToJsonSchema(schema: ZodTypeAny): JsonSchema {
  const definition = definitionOf(schema);
  const converted = convert(definition);
  return definition.description === undefined
    ? converted
    : { ...converted, description: definition.description };
}

function convert(definition: Definition): JsonSchema {
  switch (definition.typeName) {
    case 'ZodString':
      return { type: 'string', ...stringChecks(definition) };
    case 'ZodNumber':
      return numberSchema(definition);
    case 'ZodBoolean':
      return { type: 'boolean' };
    case 'ZodNull':
      return { type: 'null' };
    case 'ZodAny':
    case 'ZodUnknown':
      return {};
    case 'ZodLiteral':
      return { const: definition.value };
    case 'ZodEnum':
      return { type: 'string', enum: definition.values };
    case 'ZodNativeEnum':
      return { enum: Object.values(asRecord(definition.values)).filter(isEnumValue) };
    case 'ZodArray':
      return arraySchema(definition);
    case 'ZodTuple':
      return { type: 'array', prefixItems: asList(definition.items).map(nested) };
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
    case 'ZodOptional':
    case 'ZodReadonly':
    case 'ZodCatch':
      return nested(definition.innerType);
    case 'ZodBranded':
      return nested(definition.type);
    case 'ZodEffects':
      return nested(definition.schema);
    case 'ZodPipeline':
      return nested(definition.in);
    default:
      throw new AgentsError({
        code: 'invalid_argument',
        message: `A zod 3 schema of the kind ${definition.typeName} cannot be written as JSON Schema.`,
        hint: 'Use a kind that JSON has, or give the JSON Schema itself.',
      });
  }
}

function stringChecks(definition: Definition): JsonSchema {
  const keywords: Record<string, unknown> = {};
  for (const { kind, value, ...check } of definition.checks ?? []) {
    if (kind === 'min') {
      keywords.minLength = value;
    } else if (kind === 'max') {
      keywords.maxLength = value;
    } else if (kind === 'email' || kind === 'uuid') {
      keywords.format = kind;
    } else if (kind === 'url') {
      keywords.format = 'uri';
    } else if (kind === 'datetime') {
      keywords.format = 'date-time';
    } else if (kind === 'regex' && 'regex' in check && check.regex instanceof RegExp) {
      keywords.pattern = check.regex.source;
    }
  }
  return keywords;
}

function numberSchema(definition: Definition): JsonSchema {
  const keywords: Record<string, unknown> = { type: 'number' };
  for (const { kind, value, inclusive } of definition.checks ?? []) {
    if (kind === 'int') {
      keywords.type = 'integer';
    } else if (kind === 'min') {
      keywords[inclusive === false ? 'exclusiveMinimum' : 'minimum'] = value;
    } else if (kind === 'max') {
      keywords[inclusive === false ? 'exclusiveMaximum' : 'maximum'] = value;
    } else if (kind === 'multipleOf') {
      keywords.multipleOf = value;
    }
  }
  return keywords;
}

function arraySchema(definition: Definition): JsonSchema {
  const limit = (value: unknown) => asRecord(value ?? {}).value;
  return {
    type: 'array',
    items: nested(definition.type),
    minItems: limit(definition.minLength),
    maxItems: limit(definition.maxLength),
  };
}

function objectSchema(definition: Definition): JsonSchema {
  const shape = asRecord(typeof definition.shape === 'function' ? definition.shape() : {});
  const required = Object.keys(shape).filter((key) => !isOptional(definitionOf(shape[key])));
  return {
    type: 'object',
    properties: Object.fromEntries(Object.entries(shape).map(([key, value]) => [key, nested(value)])),
    required,
    ...(definition.unknownKeys === 'strict' ? { additionalProperties: false } : {}),
  };
}

function isOptional({ typeName, innerType, schema }: Definition): boolean {
  if (typeName === 'ZodOptional' || typeName === 'ZodDefault') {
    return true;
  }
  const inner = innerType ?? schema;
  return inner !== undefined && isOptional(definitionOf(inner));
}

function nested(schema: unknown): JsonSchema {
  // Every place this is called with holds a zod 3 schema by zod's own definition of the kind.
  return zod3ToJsonSchema(schema as ZodTypeAny);
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

function isEnumValue(value: unknown, _: number, all: unknown[]): boolean {
  return typeof value === 'number' || !all.some((other) => typeof other === 'number');
}

function defaultOf(value: unknown): unknown {
  return typeof value === 'function' ? value() : value;
}
