import type { JsonObject } from '@catenary/protocol';
import { textOf } from '../language/text-of.ts';
import { contentStems, stem, wordsOfName } from '../language/words.ts';

/** References that lead to each other end there. */
const MAX_HOPS = 12;

/** A parameter of a function, or a property of a schema that an answer must fit. */
export interface Parameter {
  readonly name: string;
  readonly schema: JsonObject;
  readonly isRequired: boolean;
  /** What kind of value it takes, by its schema and, where that only says text, by its name. */
  readonly need:
    | 'date'
    | 'date-time'
    | 'time'
    | 'number'
    | 'boolean'
    | 'option'
    | 'email'
    | 'url'
    | 'text'
    | 'list'
    | 'other';
  /** Stems of its name, prepositions included. */
  readonly stems: readonly string[];
  /** Stems of its description. */
  readonly hints: readonly string[];
}

/** The properties of an object schema, required ones first; `root` is where its references lead. */
export function parametersOf(schema: JsonObject, root = schema): readonly Parameter[] {
  const required = Array.isArray(schema.required) ? schema.required : [];
  return Object.entries(isObject(schema.properties) ? schema.properties : {})
    .map(([name, given]) => {
      const property = isObject(given) ? resolve(given, root) : {};
      const stems = wordsOfName(name).map(stem);
      const hints = contentStems(textOf(property.description));
      const need = needOf(property, stems);
      return { name, schema: property, isRequired: required.includes(name), need, stems, hints };
    })
    .sort((a, b) => Number(b.isRequired) - Number(a.isRequired));
}

/** Follows references inside `root`, and takes the first alternative that is not null. */
export function resolve(schema: JsonObject, root: JsonObject, hops = 0): JsonObject {
  const { $ref } = schema;
  const path = typeof $ref === 'string' && $ref.startsWith('#') ? $ref.split('/').slice(1) : undefined;
  const target = path?.reduce<unknown>(
    (at, key) => (isObject(at) && Object.hasOwn(at, key) ? at[key] : undefined),
    root,
  );
  const alternatives = [schema.anyOf, schema.oneOf, schema.allOf].find(Array.isArray);
  const next = target ?? alternatives?.find((each) => isObject(each) && each.type !== 'null');
  return isObject(next) && hops < MAX_HOPS ? resolve(next, root, hops + 1) : schema;
}

/** The name of a parameter in words. */
export const labelOf = (parameter: Parameter): string => wordsOfName(parameter.name).join(' ');

/** The JSON type of a schema; of several, the first that is not null. */
export function typeOf(schema: JsonObject): string {
  const type = Array.isArray(schema.type) ? schema.type.find((each) => each !== 'null') : schema.type;
  return typeof type === 'string' ? type.toLowerCase() : 'properties' in schema ? 'object' : 'string';
}

/** The words that a schema limits its value to; empty when it does not. */
export function optionsOf(schema: JsonObject): readonly string[] {
  return Array.isArray(schema.enum) ? schema.enum.filter((value) => typeof value === 'string') : [];
}

/** A limit of a schema; what is no number limits nothing, so `fallback` stands for it. */
export function numberOr(value: unknown, fallback: number): number {
  return typeof value === 'number' ? value : fallback;
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const NEED_OF_TYPE = new Map<string, Parameter['need']>([
  ['number', 'number'],
  ['integer', 'number'],
  ['boolean', 'boolean'],
  ['array', 'list'],
]);
/** Forms of text, by the format of a schema or the stem of a name; the first that fits. */
const TEXT_FORMS: readonly (readonly [Parameter['need'], RegExp])[] = [
  ['date-time', /^(?:date-time|datetim|timestamp)$/],
  ['date', /^(?:date?|day|deadlin|due|when|birthday)$/],
  ['time', /^time?$/],
  ['email', /^email$/],
  ['url', /^(?:url|uri|link)$/],
];

function needOf(schema: JsonObject, stems: readonly string[]): Parameter['need'] {
  if (typeOf(schema) !== 'string') {
    return NEED_OF_TYPE.get(typeOf(schema)) ?? 'other';
  }
  const formOf = (words: readonly string[]) =>
    TEXT_FORMS.find(([, form]) => words.some((word) => form.test(word)))?.[0];
  const isLimited = optionsOf(schema).length > 0;
  return isLimited ? 'option' : (formOf([textOf(schema.format)]) ?? formOf(stems) ?? 'text');
}
