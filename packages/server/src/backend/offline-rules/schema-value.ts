import type { JsonObject } from '@catenary/protocol';
import { type FillOptions, fillArguments } from './fill-arguments.ts';
import { enumOf, isObject, parametersOf, typeOf } from './tool-profile.ts';
import { stem, wordsOfName } from './words.ts';

/** Where values for a schema come from, the first source that has one wins. */
export interface ValueSources {
  /** Objects that tools returned, newest first; their fields are taken by name. */
  readonly objects: readonly unknown[];
  /** Texts to read values from, newest first. */
  readonly texts: readonly string[];
  /** What would have been said without a schema; fills the fields that ask for an answer in words. */
  readonly answer: string;
}

/** How deep a schema is followed; a deeper one, or one that contains itself, ends in the simplest value. */
const MAX_DEPTH = 12;
/** Most values made for one schema, so that nested lists cannot ask for more than memory holds. */
const MAX_VALUES = 10_000;
const ANSWER_FIELDS = new Set(
  'answer summary text response message result explanation description content reply'.split(' ').map(stem),
);

/** A value that satisfies a JSON Schema: found where possible, the simplest legal one where not. */
export async function schemaValue(
  schema: JsonObject,
  sources: ValueSources,
  options: FillOptions,
): Promise<unknown> {
  return valueFor(schema, undefined, { schema, sources, options, depth: 0, budget: { left: MAX_VALUES } });
}

interface Walk {
  readonly schema: JsonObject;
  readonly sources: ValueSources;
  readonly options: FillOptions;
  readonly depth: number;
  readonly budget: { left: number };
}

async function valueFor(given: JsonObject, found: unknown, walk: Walk): Promise<unknown> {
  const schema = resolve(given, walk.schema);
  if ('const' in schema) {
    return schema.const;
  }
  const options = schema.enum;
  if (Array.isArray(options) && options.length > 0) {
    return options.includes(found)
      ? found
      : (options.find((option) => String(option).toLowerCase() === String(found).toLowerCase()) ??
          options[0]);
  }
  switch (typeOf(schema)) {
    case 'object':
      return objectFor(schema, found, walk);
    case 'array':
      return arrayFor(schema, found, walk);
    case 'number':
    case 'integer':
      return numberFor(schema, found);
    case 'boolean':
      return found === true;
    case 'null':
      return null;
    default:
      return textFor(schema, found);
  }
}

/** Follows a reference inside the schema, and takes the first alternative that is not null. */
function resolve(schema: JsonObject, root: JsonObject, hops = 0): JsonObject {
  const reference = schema.$ref;
  if (typeof reference === 'string' && reference.startsWith('#') && hops < MAX_DEPTH) {
    const target = reference
      .split('/')
      .slice(1)
      .reduce<unknown>((at, key) => (isObject(at) ? at[key] : undefined), root);
    return resolve(isObject(target) ? target : {}, root, hops + 1);
  }
  const alternatives = [schema.anyOf, schema.oneOf].find(Array.isArray);
  const chosen = alternatives?.find((each) => isObject(each) && each.type !== 'null');
  if (isObject(chosen) && hops < MAX_DEPTH) {
    return resolve(chosen, root, hops + 1);
  }
  const parts = Array.isArray(schema.allOf)
    ? schema.allOf.filter(isObject).map((part) => resolve(part, root, hops + 1))
    : [];
  const properties = Object.assign({}, ...[schema, ...parts].map((part) => part.properties ?? {}));
  const required = [schema, ...parts].flatMap((part) =>
    Array.isArray(part.required) ? part.required : [],
  );
  return parts.length === 0 ? schema : Object.assign({}, ...parts, schema, { properties, required });
}

async function objectFor(schema: JsonObject, found: unknown, walk: Walk): Promise<unknown> {
  const result: JsonObject = {};
  const own = isObject(found) ? found : undefined;
  const read = new Map<string, unknown>();
  const parameters = parametersOf(schema).map((parameter) => ({
    ...parameter,
    schema: resolve(parameter.schema, walk.schema),
  }));
  for (const text of walk.depth === 0 || own === undefined ? walk.sources.texts : []) {
    const open = parameters.filter((parameter) => !read.has(parameter.name));
    for (const [name, filled] of await fillArguments(text, open, walk.options)) {
      if (filled.grade !== 'guess') {
        read.set(name, filled.values[0]);
      }
    }
  }
  for (const parameter of parameters) {
    const value =
      own?.[parameter.name] ??
      fieldOf(walk.sources.objects, parameter.name) ??
      read.get(parameter.name) ??
      answerFor(parameter, walk);
    if (parameter.isRequired || (value !== undefined && walk.depth < MAX_DEPTH)) {
      const inner = { ...walk, depth: walk.depth + 1 };
      result[parameter.name] =
        walk.depth >= MAX_DEPTH ? null : await valueFor(parameter.schema, value, inner);
    }
  }
  return result;
}

function answerFor(
  parameter: { readonly stems: readonly string[]; readonly schema: JsonObject },
  walk: Walk,
): unknown {
  const asksForWords = typeOf(parameter.schema) === 'string' && enumOf(parameter.schema).length === 0;
  return asksForWords && parameter.stems.some((word) => ANSWER_FIELDS.has(word))
    ? walk.sources.answer
    : undefined;
}

/** The first field of that name in any of the objects, however deep. */
export function fieldOf(values: readonly unknown[], name: string, depth = 0): unknown {
  const key = wordsOfName(name).join(' ');
  for (const value of depth > MAX_DEPTH ? [] : values) {
    const entries = typeof value === 'object' && value !== null ? Object.entries(value) : [];
    const direct = entries.find(([each]) => wordsOfName(each).join(' ') === key)?.[1];
    const deeper =
      direct ??
      fieldOf(
        entries.map(([, inner]) => inner),
        name,
        depth + 1,
      );
    if (deeper !== undefined) {
      return deeper;
    }
  }
  return undefined;
}

async function arrayFor(schema: JsonObject, found: unknown, walk: Walk): Promise<unknown> {
  const limit = (key: string, otherwise: number) =>
    typeof schema[key] === 'number' ? schema[key] : otherwise;
  const prefix = Array.isArray(schema.prefixItems) ? schema.prefixItems.filter(isObject) : [];
  const items = isObject(schema.items) ? schema.items : {};
  const values: readonly unknown[] = Array.isArray(found) ? found : found === undefined ? [] : [found];
  const count = Math.min(
    Math.max(values.length, limit('minItems', prefix.length)),
    limit('maxItems', Number.POSITIVE_INFINITY),
  );
  const inner = { ...walk, depth: walk.depth + 1 };
  const result: unknown[] = [];
  for (let at = 0; at < count && walk.depth < MAX_DEPTH && walk.budget.left > 0; at += 1) {
    walk.budget.left -= 1;
    result.push(await valueFor(prefix[at] ?? items, values[at], inner));
  }
  return result;
}

function numberFor(schema: JsonObject, found: unknown): number {
  const isWhole = typeOf(schema) === 'integer';
  const bound = (key: string, exclusive: string, step: number) =>
    typeof schema[key] === 'number'
      ? schema[key]
      : typeof schema[exclusive] === 'number'
        ? schema[exclusive] + step
        : undefined;
  const least = bound('minimum', 'exclusiveMinimum', isWhole ? 1 : 0.001) ?? Number.NEGATIVE_INFINITY;
  const most = bound('maximum', 'exclusiveMaximum', isWhole ? -1 : -0.001) ?? Number.POSITIVE_INFINITY;
  const value = typeof found === 'number' || typeof found === 'string' ? Number(found) : 0;
  const held = Math.min(Math.max(Number.isFinite(value) ? value : 0, least), most);
  return isWhole ? (held === least ? Math.ceil(held) : Math.trunc(held)) : held;
}

function textFor(schema: JsonObject, found: unknown): string {
  const text =
    found === undefined || found === null
      ? ''
      : typeof found === 'object'
        ? JSON.stringify(found)
        : String(found);
  const most = schema.maxLength;
  return typeof most === 'number' ? [...text].slice(0, most).join('') : text;
}
