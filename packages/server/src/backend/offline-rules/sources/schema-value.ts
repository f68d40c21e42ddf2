import type { JsonObject } from '@catenary/protocol';
import { type FillOptions, fillArguments } from '../arguments/fill-arguments.ts';
import { isObject, numberOr, type Parameter, parametersOf, resolve, typeOf } from '../arguments/parameter.ts';
import { textOf } from '../language/text-of.ts';
import { stem } from '../language/words.ts';

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

interface Walk {
  readonly root: JsonObject;
  readonly sources: ValueSources;
  readonly options: FillOptions;
  readonly depth: number;
  readonly budget: { left: number };
}

/** A value that satisfies a JSON Schema: found where possible, the simplest legal one where not. */
export function schemaValue(
  schema: JsonObject,
  sources: ValueSources,
  options: FillOptions,
): Promise<unknown> {
  const budget = { left: MAX_VALUES };
  return valueFor(schema, undefined, { root: schema, sources, options, depth: 0, budget });
}

async function valueFor(given: JsonObject, found: unknown, outer: Walk): Promise<unknown> {
  const walk = { ...outer, depth: outer.depth + 1 };
  walk.budget.left -= 1;
  const schema = resolve(given, walk.root);
  const options: unknown = 'const' in schema ? [schema.const] : schema.enum;
  if (Array.isArray(options) && options.length > 0) {
    return options.find((each) => textOf(each).toLowerCase() === textOf(found).toLowerCase()) ?? options[0];
  }
  switch (typeOf(schema)) {
    case 'object':
      return objectFor(schema, found, walk);
    case 'array':
      return arrayFor(schema, found, walk);
    case 'number':
    case 'integer':
      return numberFor(schema, Number(textOf(found) || 0));
    case 'boolean':
      return found === true;
    case 'null':
      return null;
    default:
      return textOf(found);
  }
}

const mayGoOn = ({ depth, budget }: Walk) => depth <= MAX_DEPTH && budget.left > 0;

async function objectFor(schema: JsonObject, found: unknown, walk: Walk): Promise<JsonObject> {
  const parameters = parametersOf(schema, walk.root);
  // Later entries win: what was found, then the newest result.
  const own = new Map([
    ...[...walk.sources.objects].reverse().flatMap(entriesWithin),
    ...(isObject(found) ? Object.entries(found) : []),
  ]);
  const read = found === undefined ? await readTexts(parameters, walk) : new Map<string, unknown>();
  const result: [string, unknown][] = [];
  for (const parameter of parameters) {
    const { name, need, stems, isRequired } = parameter;
    const isAnswer = need === 'text' && stems.some((word) => ANSWER_FIELDS.has(word));
    const value = own.get(name) ?? read.get(name) ?? (isAnswer ? walk.sources.answer : undefined);
    if (mayGoOn(walk) && (isRequired || value !== undefined)) {
      result.push([name, await valueFor(parameter.schema, value, walk)]);
    }
  }
  return Object.fromEntries(result);
}

/** The fields of a value and of everything in it, the outermost last. */
function entriesWithin(value: unknown): readonly (readonly [string, unknown])[] {
  const entries = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  return [...entries.flatMap(([, inner]) => entriesWithin(inner)), ...entries];
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

async function arrayFor(schema: JsonObject, found: unknown, walk: Walk): Promise<readonly unknown[]> {
  const { items } = schema;
  const values: readonly unknown[] = Array.isArray(found) ? found : found === undefined ? [] : [found];
  const count = Math.min(
    Math.max(values.length, numberOr(schema.minItems, 0)),
    numberOr(schema.maxItems, Infinity),
  );
  const result: unknown[] = [];
  for (let at = 0; at < count && mayGoOn(walk); at += 1) {
    result.push(await valueFor(isObject(items) ? items : {}, values[at], walk));
  }
  return result;
}

function numberFor(schema: JsonObject, found: number): number {
  const isWhole = typeOf(schema) === 'integer';
  const [up, down, cut] = isWhole ? [Math.ceil, Math.floor, Math.trunc] : [same, same, same];
  const minimum = up(numberOr(schema.minimum, -Infinity));
  const maximum = down(numberOr(schema.maximum, Infinity));
  return Math.min(Math.max(Number.isFinite(found) ? cut(found) : 0, minimum), maximum);
}

const same = (value: number): number => value;
