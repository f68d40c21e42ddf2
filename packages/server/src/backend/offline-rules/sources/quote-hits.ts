import type { UrlCitation } from '@catenary/protocol';
import type { SearchHit } from '../../../tool/search/search-provider.ts';
import { contentStems, coverage, sentencesOf, wordsOf } from '../language/words.ts';

/** A text with marks on it; the marks' offsets count bytes of the text. */
export interface MarkedText {
  readonly text: string;
  readonly annotations: readonly UrlCitation[];
}

/** Least part of the question's words that a page must share to be quoted at all. */
const LEAST_COVERAGE = 0.5;

/** Quotes the sentence of the hits that answers a question best, marked with its page; says so when none does. */
export function quoteHits(question: string, hits: readonly SearchHit[]): MarkedText {
  const wanted = contentStems(question).filter((word) => !ASKING.has(word));
  const ranked = hits
    .flatMap((hit, rank) => {
      const title = contentStems(hit.title);
      return sentencesOf(hit.snippet).map((sentence, at) => {
        const covered = coverage(wanted, new Set([...title, ...contentStems(sentence)]));
        return {
          hit,
          sentence,
          covered,
          score: covered + answerBonus(question, sentence) - 0.02 * rank - 0.01 * at,
        };
      });
    })
    .filter((each) => each.covered >= LEAST_COVERAGE)
    .sort((a, b) => b.score - a.score);
  const best = ranked[0];
  if (best === undefined) {
    return {
      text: `The search found nothing that answers: ${question.replace(/[?.!\s]+$/, '')}.`,
      annotations: [],
    };
  }
  const { title, url, source } = best.hit;
  const annotation: UrlCitation = {
    type: 'url_citation',
    start_index: 0,
    end_index: Buffer.byteLength(best.sentence),
    url,
    title,
  };
  return { text: `${best.sentence} (Source: ${title}, ${source}.)`, annotations: [annotation] };
}

const ASKING = new Set(contentStems('search find look google online web'));

/** A sentence that holds the kind of thing a question asks for beats one that does not. */
function answerBonus(question: string, sentence: string): number {
  const words = new Set(wordsOf(question));
  if (
    words.has('when') ||
    words.has('year') ||
    (words.has('how') && (words.has('many') || words.has('much')))
  ) {
    return /\p{N}/u.test(sentence) ? 0.2 : 0;
  }
  return words.has('who') || words.has('whom') || words.has('where')
    ? /\S\s\p{Lu}/u.test(sentence)
      ? 0.1
      : 0
    : 0;
}
