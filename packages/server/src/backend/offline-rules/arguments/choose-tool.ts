import type { Clause } from '../language/clause.ts';
import { COMPUTE_VERBS, OWN_VERBS, READ_VERBS } from '../language/word-lists.data.ts';
import { baseForm, contentStems, coverage, relativesOf, stem } from '../language/words.ts';
import type { ToolProfile } from './tool-profile.ts';

/** Least score of a match: one rare word of the name, or two of the description. */
const LEAST_SCORE = 2;
/** Least part of a question's own words that must belong to the tool. */
const LEAST_COVERAGE = 0.34;
const STANDARD_VERBS = [...READ_VERBS, ...COMPUTE_VERBS, ...OWN_VERBS].map(baseForm);
const HARMLESS = new Set([...READ_VERBS, ...COMPUTE_VERBS].map(stem));

/** Base forms of the verbs that make a clause a request: those of the tools, and those everybody uses. */
export function requestVerbs(tools: readonly ToolProfile[]): ReadonlySet<string> {
  return new Set([...STANDARD_VERBS, ...tools.flatMap((tool) => tool.verbs.flatMap(relativesOf))]);
}

/**
 * The tool that a question, request or fragment asks for, by the words they share, rare ones counting more. A tool that
 * acts is chosen only by its own verb. Of equals the one declared first.
 */
export function chooseTool(clause: Clause, tools: readonly ToolProfile[]): ToolProfile | undefined {
  const stems = contentStems(clause.text);
  const own = contentStems(withoutValues(clause.text));
  const fitting = tools.filter((tool) => {
    const isMeant =
      clause.kind === 'request' || own.length === 0 || coverage(own, tool.weights) >= LEAST_COVERAGE;
    return tool.searchParameter === undefined && isMeant && verbAllows(clause, stems, tool);
  });
  return bestOf(stems, fitting, tools, LEAST_SCORE);
}

/** The tool that words speak for most, among the declared ones, with at least a score. */
export function bestOf(
  stems: readonly string[],
  fitting: readonly ToolProfile[],
  declared: readonly ToolProfile[],
  least: number,
): ToolProfile | undefined {
  const rarity = (word: string) => {
    const carriers = declared.filter((tool) => tool.weights.has(word)).length;
    return carriers === 0 ? 0 : Math.log(1 + declared.length / carriers) / Math.log(1 + declared.length);
  };
  const score = (tool: ToolProfile) =>
    stems.reduce((sum, word) => sum + (tool.weights.get(word) ?? 0) * rarity(word), 0);
  const [best] = fitting.map((tool) => ({ tool, score: score(tool) })).sort((a, b) => b.score - a.score);
  return best !== undefined && best.score >= least ? best.tool : undefined;
}

function verbAllows({ kind, verb }: Clause, stems: readonly string[], tool: ToolProfile): boolean {
  if (verb !== undefined && (!HARMLESS.has(verb) || tool.effect !== 'reads')) {
    return tool.weights.has(verb);
  }
  const isWish = kind === 'request' && verb === undefined;
  const isNamed = tool.effect === 'unknown' && tool.verbs.some((each) => stems.includes(stem(each)));
  return isWish || isNamed || tool.effect === 'reads';
}

/** A text without what is a value for a tool and no word about it: quotes, names, numbers. */
function withoutValues(text: string): string {
  const [first = '', ...rest] = text.replace(/"[^"]*"|“[^”]*”/g, ' ').split(/\s+/);
  return [first, ...rest.filter((word) => !/^[\p{Lu}\p{N}#]/u.test(word))].join(' ');
}
