import type { UrlCitation } from '@catenary/protocol';
import type { SearchHit } from '../../../tool/search/search-provider.ts';
import { contentStems, coverage, sentencesOf, wordsOf } from '../language/words.ts';

/** A text with marks on it; the marks' offsets count bytes of the text. */
export interface MarkedText {
  readonly text: string;
  readonly annotations: readonly UrlCitation[];
}

/** Part of a question that a sentence must cover where its page is about something else. */
const LEAST_COVERAGE = 0.6;
const ASKING = new Set(contentStems('search find look google online web'));

/** Quotes the sentence of the hits that answers a question best, marked with its page; says so when none does. */
export function quoteHits(question: string, hits: readonly SearchHit[]): MarkedText {
  const wanted = contentStems(question).filter((word) => !ASKING.has(word));
  const asksForNumber = /\b(?:when|year|how (?:many|much|long|old|tall|far|high))\b/i.test(question);
  const asksForName = wordsOf(question).some((word) => word === 'who' || word === 'whom' || word === 'where');
  const answers = hits.flatMap((hit, rank) => {
    const title = contentStems(hit.title);
    const rest = wanted.filter((word) => !title.includes(word));
    const isAbout = title.length > 0 && coverage(title, new Set(wanted)) >= 0.5;
    return sentencesOf(hit.snippet).flatMap((sentence, at) => {
      const stems = new Set(contentStems(sentence));
      const isAsked =
        (asksForNumber && /\p{N}/u.test(sentence)) || (asksForName && /\S\s\p{Lu}/u.test(sentence));
      const covered = coverage(wanted, new Set([...stems, ...title]));
      const says = rest.length === 0 || coverage(rest, stems) >= 0.5 || (asksForNumber && isAsked);
      const fits = (isAbout && says) || (wanted.length > 1 && coverage(wanted, stems) >= LEAST_COVERAGE);
      // The provider's own order decides between equals.
      return fits ? [{ hit, sentence, score: covered + (isAsked ? 0.2 : 0) - 0.02 * rank - 0.01 * at }] : [];
    });
  });
  const [best] = answers.sort((a, b) => b.score - a.score);
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
