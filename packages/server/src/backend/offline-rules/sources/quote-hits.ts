import type { UrlCitation } from '@catenary/protocol';
import type { SearchHit } from '../../../tool/search/search-provider.ts';
import { contentStems, coverage, sentencesOf } from '../language/words.ts';

/** A text with marks on it; the marks' offsets count bytes of the text. */
export interface MarkedText {
  readonly text: string;
  readonly annotations: readonly UrlCitation[];
}

/** Part of a question that a sentence must cover where its page is about something else. */
const LEAST_COVERAGE = 0.6;
const NUMBER_QUESTION = /\b(?:when|year|how (?:many|much|long|old|tall|far|high))\b/i;
const NAME_QUESTION = /\b(?:who|whom|where)\b/i;
const NAME_INSIDE = /\S\s+\S*\p{Lu}/u;
const ASKING = new Set(contentStems('search find look google online web'));

interface Question {
  readonly text: string;
  readonly stems: readonly string[];
  /** Stems of the words that are no names. */
  readonly plainStems: readonly string[];
}

/** Quotes the sentence of the hits that answers a question best, marked with its page; says so when none does. */
export function quoteHits(question: string, hits: readonly SearchHit[]): MarkedText {
  const stemsOf = (text: string) => contentStems(text).filter((word) => !ASKING.has(word));
  const asked = {
    text: question,
    stems: stemsOf(question),
    plainStems: stemsOf(question.replace(/\p{Lu}\S*/gu, ' ')),
  };
  const answers = hits.flatMap((hit, rank) =>
    sentencesOf(hit.snippet).map((sentence, at) => {
      // The provider's own order decides between equals.
      return { hit, sentence, score: scoreOf(sentence, hit, rank, asked) - 0.01 * at };
    }),
  );
  const [best] = answers.filter(({ score }) => score > 0).sort((a, b) => b.score - a.score);
  if (best === undefined) {
    return { text: `The search found nothing that answers “${question.trim()}”.`, annotations: [] };
  }
  const { title, url, source } = best.hit;
  const end = Buffer.byteLength(best.sentence);
  return {
    text: `${best.sentence} (Source: ${title}, ${source}.)`,
    annotations: [{ type: 'url_citation', start_index: 0, end_index: end, url, title }],
  };
}

/** How well a sentence answers; below 0 where it does not. */
function scoreOf(
  sentence: string,
  hit: SearchHit,
  rank: number,
  { text, stems, plainStems }: Question,
): number {
  const own = new Set(contentStems(sentence));
  const title = contentStems(hit.title);
  const hasNumber = NUMBER_QUESTION.test(text) && /\p{N}/u.test(sentence);
  const hasName = NAME_QUESTION.test(text) && /\S\s\p{Lu}/u.test(sentence);
  const rest = stems.filter((word) => !title.includes(word));
  const isAboutPage = title.length > 0 && coverage(title, new Set(stems)) >= 0.5;
  const fits =
    (isAboutPage && (rest.length === 0 || coverage(rest, own) >= 0.5 || hasNumber)) ||
    (stems.length > 1 && coverage(stems, own) >= LEAST_COVERAGE) ||
    // A page may be about what is asked for under another name, which the provider knew.
    (rank === 0 && NAME_INSIDE.test(text) && plainStems.length > 0 && coverage(plainStems, own) === 1);
  const covered = coverage(stems, new Set([...own, ...title]));
  return fits ? 1 + covered + (hasNumber || hasName ? 0.2 : 0) - 0.02 * rank : -1;
}
