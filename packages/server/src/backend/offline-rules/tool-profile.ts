import type { FunctionTool, JsonObject } from '@catenary/protocol';
import { COMPUTE_VERBS, READ_VERBS } from './word-lists.ts';
import { baseForm, contentStems, stem, wordsOf, wordsOfName } from './words.ts';

/** A parameter of a tool, or a property of a schema that an answer must fit. */
export interface Parameter {
  readonly name: string;
  readonly schema: JsonObject;
  readonly isRequired: boolean;
  /** Stems of its name, prepositions included. */
  readonly stems: readonly string[];
  /** Stems of its description. */
  readonly hints: readonly string[];
}

/** What the words of a declared function say about when to call it. */
export interface ToolProfile {
  readonly name: string;
  readonly parameters: readonly Parameter[];
  /** For each stem, how strongly it speaks for the tool. */
  readonly weights: ReadonlyMap<string, number>;
  /** Base forms of the verbs that a request for this tool may begin with. */
  readonly verbs: readonly string[];
  /** It only looks something up or computes, as far as its words tell. */
  readonly isHarmless: boolean;
  /** Its name begins with a verb: the one its description begins with. */
  readonly isAction: boolean;
  /** It searches without saying in what: the parameter that takes the question. */
  readonly searchParameter?: Parameter;
}

const SEARCH_FILLER = new Set(
  contentStems(
    'search google web internet agent tool engine assistant perform performing using used find finds information query queries online look lookup results runs performs specialised general',
  ),
);
const verbStems = (words: ReadonlySet<string>) => new Set([...words].map(baseForm));
const READ = verbStems(READ_VERBS);
const COMPUTE = verbStems(COMPUTE_VERBS);

/** Reads one function declaration. */
export function profileOf(tool: FunctionTool): ToolProfile {
  const name = tool.name ?? '';
  const description = tool.description ?? '';
  const parameters = parametersOf(tool.parameters ?? {});
  const weights = new Map<string, number>();
  const weigh = (stems: readonly string[], weight: number) => {
    for (const each of stems) {
      weights.set(each, Math.max(weights.get(each) ?? 0, weight));
    }
  };
  const nameStems = contentStems(wordsOfName(name).join(' '));
  weigh(nameStems, 3);
  weigh(contentStems(description), 1.2);
  for (const parameter of parameters) {
    weigh(contentStems(parameter.name.replace(/_/g, ' ')), 0.8);
    weigh(parameter.hints, 0.5);
    weigh(contentStems(enumOf(parameter.schema).join(' ')), 1.5);
  }
  const [nameVerb, descriptionVerb] = [wordsOfName(name)[0] ?? '', wordsOf(description)[0] ?? ''].map(
    baseForm,
  );
  const verbs = [...new Set([wordsOfName(name)[0] ?? '', wordsOf(description)[0] ?? ''].map(baseForm))];
  const searchParameter = findSearchParameter(nameStems, description, parameters);
  return {
    name,
    parameters,
    weights,
    verbs,
    isAction: nameVerb === descriptionVerb,
    isHarmless: verbs.some((verb) => READ.has(verb) || COMPUTE.has(verb)),
    ...(searchParameter !== undefined && { searchParameter }),
  };
}

/** The properties of an object schema, required ones first. */
export function parametersOf(schema: JsonObject): readonly Parameter[] {
  const required = Array.isArray(schema.required) ? schema.required : [];
  return Object.entries(isObject(schema.properties) ? schema.properties : {})
    .map(([name, property]) => ({
      name,
      schema: isObject(property) ? property : {},
      isRequired: required.includes(name),
      stems: wordsOfName(name).map(stem),
      hints: contentStems(isObject(property) ? String(property.description ?? '') : ''),
    }))
    .sort((a, b) => Number(b.isRequired) - Number(a.isRequired));
}

/** The JSON type of a schema; of several, the first that is not null. */
export function typeOf(schema: JsonObject): string {
  const type = Array.isArray(schema.type)
    ? schema.type.find((each) => each !== 'null')
    : schema.type;
  return typeof type === 'string' ? type.toLowerCase() : 'properties' in schema ? 'object' : 'string';
}

/** The words that a schema limits its value to; empty when it does not. */
export function enumOf(schema: JsonObject): readonly string[] {
  const values = schema.enum;
  return Array.isArray(values) ? values.filter((value) => typeof value === 'string') : [];
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function findSearchParameter(
  nameStems: readonly string[],
  description: string,
  parameters: readonly Parameter[],
) {
  const searches = [...nameStems, ...contentStems(description)].some((word) => word === stem('search'));
  const isGeneral = nameStems.every((word) => SEARCH_FILLER.has(word));
  const required = parameters.filter((parameter) => parameter.isRequired);
  const [only] = required.length > 0 ? required : parameters;
  const takesText =
    only !== undefined && typeOf(only.schema) === 'string' && enumOf(only.schema).length === 0;
  return searches && isGeneral && takesText && required.length < 2 ? only : undefined;
}
