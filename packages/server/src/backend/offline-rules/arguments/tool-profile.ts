import type { FunctionTool } from '@catenary/protocol';
import { COMPUTE_VERBS, READ_VERBS, SEARCH_WORDS } from '../language/word-lists.data.ts';
import { baseForm, contentStems, stem, wordsOf, wordsOfName } from '../language/words.ts';
import { labelOf, optionsOf, type Parameter, parametersOf } from './parameter.ts';

/** What the words of a declared function say about when to call it. */
export interface ToolProfile {
  readonly name: string;
  readonly parameters: readonly Parameter[];
  /** For each stem, how strongly it speaks for the tool. */
  readonly weights: ReadonlyMap<string, number>;
  /** Base forms of the verbs that a request for this tool may begin with. */
  readonly verbs: readonly string[];
  /** `reads`: it looks up or computes, as far as its words tell. `acts`: its name begins with another verb. */
  readonly effect: 'reads' | 'acts' | 'unknown';
  /** It searches, and does not say in what: the parameter that takes the question. */
  readonly searchParameter?: Parameter;
}

const HARMLESS = new Set([...READ_VERBS, ...COMPUTE_VERBS].map(baseForm));
const SEARCHING = new Set([...SEARCH_WORDS].map(stem));

/** Reads one function declaration. */
export function profileOf(tool: FunctionTool): ToolProfile {
  const { name = '', description = '' } = tool;
  const parameters = parametersOf(tool.parameters ?? {});
  const nameStems = contentStems(wordsOfName(name).join(' '));
  // Later entries win, so the strongest come last.
  const weights = new Map([
    ...parameters.flatMap((parameter) => parameter.hints.map((word) => [word, 0.5] as const)),
    ...parameters.flatMap((parameter) =>
      contentStems(labelOf(parameter)).map((word) => [word, 0.8] as const),
    ),
    ...contentStems(description).map((word) => [word, 1.2] as const),
    ...parameters.flatMap(({ schema }) =>
      contentStems(optionsOf(schema).join(' ')).map((word) => [word, 1.5] as const),
    ),
    ...nameStems.map((word) => [word, 3] as const),
  ]);
  const verbs = [wordsOfName(name)[0] ?? '', wordsOf(description)[0] ?? ''].map(baseForm);
  const searches = nameStems.every((word) => SEARCHING.has(word)) && (weights.get(stem('search')) ?? 0) > 1;
  const required = parameters.filter((parameter) => parameter.isRequired);
  const [only] = required.length > 0 ? required : parameters;
  return {
    name,
    parameters,
    weights,
    verbs,
    effect: verbs.some((verb) => HARMLESS.has(verb)) ? 'reads' : verbs[0] === verbs[1] ? 'acts' : 'unknown',
    ...(searches && only?.need === 'text' && required.length < 2 && { searchParameter: only }),
  };
}
