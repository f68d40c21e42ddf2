import type { JsonObject } from '@catenary/protocol';
import { type FillOptions, fillArguments } from '../arguments/fill-arguments.ts';
import { isObject, type Parameter, parametersOf, typeOf } from '../arguments/parameter.ts';
import { stem, wordsOfName } from '../language/words.ts';

/** Where values for a schema come from; the first source that has one wins. */
export interface ValueSources {
  /** Objects that tools returned, newest first; their fields are taken by name. */
  readonly objects: readonly unknown[];
  /** The text to read values from, however they stand in it. */
  readonly message: string;
  /** Further texts, best first: only values that they name count. */
  readonly background: readonly string[];
  /** What would have been said without a schema; fills the fields that ask for an answer in words. */
  readonly answer: string;
}

/** How deep a schema is followed; one that contains itself ends there. */
const MAX_DEPTH = 12;
/** Most values made for one schema, so that nested lists cannot ask for more than memory holds. */
const MAX_VALUES = 10_000;
const ANSWER_FIELDS = new Set(
  'answer summary text response message result explanation description content reply'.split(' ').map(stem),
);

/** A value that satisfies a JSON Schema: found where possible, the simplest legal one where not. */
export function schemaValue(
  schema: JsonObject,
  sources: ValueSources,
  options: FillOptions,
): Promise<unknown> {
  return valueFor(schema, undefined, {
    root: schema,
    sources,
    options,
    depth: 0,
    budget: { left: MAX_VALUES },
  });
}

/** The first field of that name in any of the values, however deep. */
export function fieldOf(values: readonly unknown[], name: string, depth = 0): unknown {
  const key = wordsOfName(name).join(' ');
  for (const value of depth > MAX_DEPTH ? [] : values) {
    const entries = typeof value === 'object' && value !== null ? Object.entries(value) : [];
    const own = entries.find(([each]) => wordsOfName(each).join(' ') === key)?.[1];
    const found =
      own ??
      fieldOf(
        entries.map(([, inner]) => inner),
        name,
        depth + 1,
      );
    if (found !== undefined) {
      return found;
    }
  }
  return undefined;
}

interface Walk {
  readonly root: JsonObject;
  readonly sources: ValueSources;
  readonly options: FillOptions;
  readonly depth: number;
  readonly budget: { left: number };
}

async function valueFor(given: JsonObject, found: unknown, walk: Walk): Promise<unknown> {
  walk.budget.left -= 1;
  const schema = resolve(given, walk.root);
  if ('const' in schema) {
    return schema.const;
  }
  if (Array.isArray(schema.enum) && schema.enum.length > 0) {
    const same = schema.enum.find((option) => String(option).toLowerCase() === String(found).toLowerCase());
    return same ?? schema.enum[0];
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
      return typeof found === 'object' && found !== null ? JSON.stringify(found) : String(found ?? '');
  }
}

/** Follows a reference inside the schema, and takes the first alternative that is not null. */
function resolve(schema: JsonObject, root: JsonObject, hops = 0): JsonObject {
  const { $ref } = schema;
  const path = typeof $ref === 'string' && $ref.startsWith('#') ? $ref.split('/').slice(1) : undefined;
  const target = path?.reduce<unknown>(
    (at, key) => (isObject(at) && Object.hasOwn(at, key) ? at[key] : undefined),
    root,
  );
  const alternatives = [schema.anyOf, schema.oneOf, schema.allOf].find(Array.isArray);
  const next = target ?? alternatives?.find((each) => isObject(each) && each.type !== 'null');
  return isObject(next) && hops < MAX_DEPTH ? resolve(next, root, hops + 1) : schema;
}

async function objectFor(schema: JsonObject, found: unknown, walk: Walk): Promise<JsonObject> {
  const parameters = parametersOf(withResolvedProperties(schema, walk.root));
  const own = new Map(isObject(found) ? Object.entries(found) : []);
  const read = found === undefined ? await readTexts(parameters, walk) : new Map<string, unknown>();
  const result: [string, unknown][] = [];
  for (const parameter of parameters) {
    const { name } = parameter;
    const value =
      own.get(name) ?? fieldOf(walk.sources.objects, name) ?? read.get(name) ?? answerFor(parameter, walk);
    const mayGoOn = walk.depth < MAX_DEPTH && walk.budget.left > 0;
    if (mayGoOn && (parameter.isRequired || value !== undefined)) {
      result.push([name, await valueFor(parameter.schema, value, { ...walk, depth: walk.depth + 1 })]);
    }
  }
  return Object.fromEntries(result);
}

function withResolvedProperties(schema: JsonObject, root: JsonObject): JsonObject {
  const properties = Object.entries(isObject(schema.properties) ? schema.properties : {});
  return {
    ...schema,
    properties: Object.fromEntries(
      properties.map(([name, each]) => [name, isObject(each) ? resolve(each, root) : {}]),
    ),
  };
}

async function readTexts(
  parameters: readonly Parameter[],
  { sources, options }: Walk,
): Promise<ReadonlyMap<string, unknown>> {
  const read = new Map<string, unknown>();
  for (const [index, text] of [sources.message, ...sources.background].entries()) {
    const open = parameters.filter(({ name }) => !read.has(name));
    for (const [name, { values, grade }] of open.length > 0 ? await fillArguments(text, open, options) : []) {
      if (grade === 'explicit' || (grade === 'pattern' && index === 0)) {
        read.set(name, values[0]);
      }
    }
  }
  return read;
}

function answerFor({ need, stems }: Parameter, { sources }: Walk): string | undefined {
  return need === 'text' && stems.some((word) => ANSWER_FIELDS.has(word)) ? sources.answer : undefined;
}

async function arrayFor(schema: JsonObject, found: unknown, walk: Walk): Promise<readonly unknown[]> {
  const { minItems = 0, maxItems = Number.POSITIVE_INFINITY, items, prefixItems } = schema;
  const first = Array.isArray(prefixItems) ? prefixItems : [];
  const values: readonly unknown[] = Array.isArray(found) ? found : found === undefined ? [] : [found];
  const count = Math.min(Math.max(values.length, first.length, Number(minItems)), Number(maxItems));
  const result: unknown[] = [];
  for (let at = 0; at < count && walk.depth < MAX_DEPTH && walk.budget.left > 0; at += 1) {
    const item: unknown = first[at] ?? items;
    result.push(await valueFor(isObject(item) ? item : {}, values[at], { ...walk, depth: walk.depth + 1 }));
  }
  return result;
}

function numberFor(schema: JsonObject, found: unknown): number {
  const { minimum = Number.NEGATIVE_INFINITY, maximum = Number.POSITIVE_INFINITY } = schema;
  const isWhole = typeOf(schema) === 'integer';
  const value = typeof found === 'number' || typeof found === 'string' ? Number(found) : 0;
  const whole = isWhole ? Math.trunc(value) : value;
  const held = Math.min(Math.max(Number.isFinite(whole) ? whole : 0, Number(minimum)), Number(maximum));
  return isWhole ? Math.ceil(held) : held;
}
