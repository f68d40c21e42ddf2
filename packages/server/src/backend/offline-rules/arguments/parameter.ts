import type { JsonObject } from '@catenary/protocol';
import { contentStems, stem, wordsOfName } from '../language/words.ts';

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

/** The properties of an object schema, required ones first. */
export function parametersOf(schema: JsonObject): readonly Parameter[] {
  const required = Array.isArray(schema.required) ? schema.required : [];
  return Object.entries(isObject(schema.properties) ? schema.properties : {})
    .map(([name, given]) => {
      const property = isObject(given) ? given : {};
      const stems = wordsOfName(name).map(stem);
      return {
        name,
        schema: property,
        isRequired: required.includes(name),
        need: needOf(property, stems),
        stems,
        hints: contentStems(String(property.description ?? '')),
      };
    })
    .sort((a, b) => Number(b.isRequired) - Number(a.isRequired));
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

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const NEED_OF_TYPE = new Map<string, Parameter['need']>([
  ['number', 'number'],
  ['integer', 'number'],
  ['boolean', 'boolean'],
  ['array', 'list'],
  ['string', 'text'],
]);
/** Forms of text, with the stems in a name that ask for them; the first that fits. */
const TEXT_FORMS: readonly (readonly [Parameter['need'], RegExp])[] = [
  ['date-time', /^(?:datetim|timestamp)$/],
  ['date', /^(?:dat|day|deadlin|due|when|birthday)$/],
  ['time', /^tim$/],
  ['email', /^email$/],
  ['url', /^(?:url|uri|link)$/],
];
const FORMATS = new Map<unknown, Parameter['need']>([
  ['date-time', 'date-time'],
  ['date', 'date'],
  ['time', 'time'],
  ['email', 'email'],
  ['uri', 'url'],
]);

function needOf(schema: JsonObject, stems: readonly string[]): Parameter['need'] {
  const type = NEED_OF_TYPE.get(typeOf(schema)) ?? 'other';
  if (optionsOf(schema).length > 0 || type !== 'text') {
    return type === 'text' ? 'option' : type;
  }
  const byName = TEXT_FORMS.find(([, form]) => stems.some((word) => form.test(word)))?.[0];
  return FORMATS.get(schema.format) ?? byName ?? 'text';
}
