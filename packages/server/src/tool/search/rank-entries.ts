import type { CorpusEntry, CorpusFact } from './corpus-entry.ts';
import { type CorpusIndex, factTerms } from './corpus-index.ts';
import type { SearchHit } from './search-provider.ts';
import { queryTerms, searchTerms } from './search-terms.ts';

/** More terms than this cost time and tell nothing new; those behind are not looked at. */
const MAX_TERMS = 48;
/** How many entries of the full-text search are looked at closely. */
const MAX_CANDIDATES = 100;
/**
 * Least part of a query's weight that an entry must hold. Terms that stand nowhere weigh most, so a question about a place
 * or book that the corpus lacks finds nothing instead of a neighbour that shares the words around it.
 */
const LEAST_COVERAGE = 0.34;
/** Facts that match at least this part of what the best one does are quoted with it. */
const QUOTED_WITH_BEST = 0.5;

interface Query {
  /** All words in order, the small ones too; names are looked for in these. */
  readonly words: string;
  /** What each telling term weighs: the rarer in the corpus, the more. */
  readonly weights: ReadonlyMap<string, number>;
}

interface Ranked {
  readonly entry: CorpusEntry;
  readonly score: number;
  /** Terms of the name that the query holds; they choose the page, not the sentence on it. */
  readonly nameTerms: ReadonlySet<string>;
}

/**
 * The entries that answer a query, best first. An entry scores the weight of the query's terms that it holds, and those of a
 * name that the query holds as a whole once more; equal scores are ordered by BM25, then as the corpus is.
 */
export function rankEntries(
  index: CorpusIndex,
  entries: readonly CorpusEntry[],
  text: string,
  limit: number,
): readonly SearchHit[] {
  const terms = queryTerms(text, MAX_TERMS);
  if (terms.length === 0) return [];
  const query: Query = {
    words: phrase(searchTerms(text)),
    weights: new Map(terms.map((term) => [term, weightOf(index.frequency(term), entries.length)])),
  };
  const ranked: Ranked[] = [];
  for (const { position } of index.find(terms, MAX_CANDIDATES)) {
    const entry = entries[position];
    const match = entry === undefined ? undefined : matchEntry(entry, query);
    if (match !== undefined) ranked.push(match);
  }
  // The sort is stable, so candidates with the same score stay in the order of BM25.
  ranked.sort((a, b) => b.score - a.score);
  return ranked.slice(0, limit).map((match) => toHit(match, query));
}

/** Inverse document frequency, as BM25 has it, kept above zero so that a term of every page still counts a little. */
function weightOf(frequency: number, entryCount: number): number {
  return Math.log(1 + (entryCount - frequency + 0.5) / (frequency + 0.5));
}

function matchEntry(entry: CorpusEntry, query: Query): Ranked | undefined {
  const held = new Set([
    ...searchTerms(entry.title),
    ...entry.names.flatMap(searchTerms),
    ...entry.facts.flatMap(factTerms),
  ]);
  const covered = weigh(held, query);
  const nameTerms = longestName(entry, query);
  const isNamed = nameTerms.size > 0;
  if (!isNamed && covered < LEAST_COVERAGE * weigh(new Set(query.weights.keys()), query)) return undefined;
  return { entry, score: covered + weigh(nameTerms, query), nameTerms };
}

function longestName(entry: CorpusEntry, query: Query): ReadonlySet<string> {
  let longest: readonly string[] = [];
  for (const name of entry.names) {
    const terms = searchTerms(name.replace(/^(?:the|an?) (?=.)/i, ''));
    const isLonger = terms.length > longest.length;
    if (isLonger && query.words.includes(phrase(terms))) longest = terms;
  }
  return new Set(longest);
}

/** Terms hold no spaces, so a phrase stands in another exactly if its text does. */
function phrase(terms: readonly string[]): string {
  return ` ${terms.join(' ')} `;
}

function weigh(terms: ReadonlySet<string>, query: Query): number {
  let sum = 0;
  for (const [term, weight] of query.weights) if (terms.has(term)) sum += weight;
  return sum;
}

function toHit({ entry, nameTerms }: Ranked, query: Query): SearchHit {
  const asked: Query = {
    ...query,
    weights: new Map([...query.weights].filter(([term]) => !nameTerms.has(term))),
  };
  const facts = quotedFacts(entry.facts, asked);
  const snippet = facts.map((fact) => fact.text).join(' ');
  return { title: entry.title, url: entry.url, snippet, source: entry.source };
}

/** The facts that the query asks for, best first; all of them when it only names the page. */
function quotedFacts(facts: readonly CorpusFact[], asked: Query): readonly CorpusFact[] {
  const weighed = facts.map((fact) => ({ fact, weight: weigh(new Set(factTerms(fact)), asked) }));
  const best = Math.max(...weighed.map(({ weight }) => weight));
  if (best <= 0) return facts;
  return weighed
    .filter(({ weight }) => weight >= best * QUOTED_WITH_BEST)
    .sort((a, b) => b.weight - a.weight)
    .map(({ fact }) => fact);
}
