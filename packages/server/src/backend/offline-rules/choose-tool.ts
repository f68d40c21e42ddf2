import type { Clause } from './clause.ts';
import type { ToolProfile } from './tool-profile.ts';
import { COMPUTE_VERBS, OWN_VERBS, READ_VERBS } from './word-lists.ts';
import { baseForm, contentStems, relativesOf, stem } from './words.ts';

/** Least score of a match: one rare word of the name, or two of the description. */
const LEAST_SCORE = 2;
/** Least part of a question's own words that must belong to the tool. */
const LEAST_COVERAGE = 0.34;
const STANDARD_VERBS = [...READ_VERBS, ...COMPUTE_VERBS, ...OWN_VERBS].map(baseForm);
const READ = new Set([...READ_VERBS].map(stem));

/** Base forms of the verbs that make a clause a request: those of the tools, and those everybody uses. */
export function requestVerbs(tools: readonly ToolProfile[]): ReadonlySet<string> {
  return new Set([...STANDARD_VERBS, ...tools.flatMap((tool) => tool.verbs.flatMap(relativesOf))]);
}

/**
 * The tool that a clause asks for, by the words they share, rare ones counting more. A tool that acts is chosen only by
 * its own verb; a statement chooses none. Ties go to the tool that was declared first.
 */
export function chooseTool(clause: Clause, tools: readonly ToolProfile[]): ToolProfile | undefined {
  if (clause.kind !== 'question' && clause.kind !== 'request' && clause.kind !== 'fragment') {
    return undefined;
  }
  const stems = contentStems(clause.text);
  const ranked = tools
    .filter((tool) => tool.searchParameter === undefined && verbAllows(clause, stems, tool))
    .filter((tool) => clause.kind === 'request' || ownCoverage(clause, tool) >= LEAST_COVERAGE)
    .map((tool) => ({ tool, score: scoreOf(stems, tool, tools) }))
    .sort((a, b) => b.score - a.score);
  const best = ranked[0];
  return best !== undefined && best.score >= LEAST_SCORE ? best.tool : undefined;
}

/** How strongly words speak for a tool among the declared ones. */
export function scoreOf(stems: readonly string[], tool: ToolProfile, tools: readonly ToolProfile[]): number {
  return stems.reduce((sum, word) => {
    const carriers = tools.filter((each) => each.weights.has(word)).length;
    const rarity = carriers === 0 ? 0 : Math.log(1 + tools.length / carriers) / Math.log(1 + tools.length);
    return sum + (tool.weights.get(word) ?? 0) * rarity;
  }, 0);
}

function verbAllows(clause: Clause, stems: readonly string[], tool: ToolProfile): boolean {
  if (clause.verb !== undefined && !READ.has(clause.verb)) {
    return tool.weights.has(clause.verb);
  }
  const isWish = clause.kind === 'request' && clause.verb === undefined;
  return (
    isWish || tool.isHarmless || (!tool.isAction && tool.verbs.some((verb) => stems.includes(stem(verb))))
  );
}

/** Names, numbers and quotes are values for the tool, not words about it. */
function ownCoverage(clause: Clause, tool: ToolProfile): number {
  const [first = '', ...rest] = clause.text.replace(/"[^"]*"|“[^”]*”/g, ' ').split(/\s+/);
  const own = contentStems([first, ...rest.filter((word) => !/^[\p{Lu}\p{N}#]/u.test(word))].join(' '));
  return own.length === 0 ? 1 : own.filter((word) => tool.weights.has(word)).length / own.length;
}
