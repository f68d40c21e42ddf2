import { contentStems, coverage, sentencesOf, wordsOf } from './words.ts';

/** Most sentences in a summary, unless the document has more pages. */
const SUMMARY_SENTENCES = 8;

interface Sentence {
  readonly text: string;
  readonly page: number;
  readonly at: number;
}

/** An extract of a document that takes from every page: the sentences richest in numbers, names and the text's own words. */
export function summarise(pages: readonly string[]): string {
  const sentences = sentencesByPage(pages);
  const counts = new Map<string, number>();
  for (const word of sentences.flatMap((sentence) => contentStems(sentence.text))) {
    counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  const filled = new Set(sentences.map((sentence) => sentence.page)).size;
  const perPage = Math.max(1, Math.floor(SUMMARY_SENTENCES / Math.max(1, filled)));
  const chosen = pages.flatMap((_, page) =>
    sentences
      .filter((sentence) => sentence.page === page)
      .map((sentence) => ({ sentence, richness: richnessOf(sentence, counts) }))
      .sort((a, b) => b.richness - a.richness)
      .slice(0, perPage)
      .map((each) => each.sentence)
      .sort((a, b) => a.at - b.at),
  );
  return chosen.map((sentence) => sentence.text).join(' ');
}

/** The sentence of a document that best answers a question, and how much of the question it covers. */
export function bestSentence(question: string, pages: readonly string[]) {
  const wanted = contentStems(question);
  return sentencesByPage(pages)
    .map((sentence) => ({ ...sentence, coverage: coverage(wanted, new Set(contentStems(sentence.text))) }))
    .reduce<(Sentence & { readonly coverage: number }) | undefined>(
      (best, each) => (each.coverage > (best?.coverage ?? 0) ? each : best),
      undefined,
    );
}

function sentencesByPage(pages: readonly string[]): readonly Sentence[] {
  return pages.flatMap((text, page) => {
    const all = sentencesOf(text).map((sentence, at) => ({ text: sentence, page, at }));
    // Headings and page numbers have no full stop; they stand in only where a page has nothing else.
    const whole = all.filter(
      (sentence) => /[.!?]["'”’)]?$/.test(sentence.text) && wordsOf(sentence.text).length > 3,
    );
    return whole.length > 0 ? whole : all;
  });
}

function richnessOf(sentence: Sentence, counts: ReadonlyMap<string, number>): number {
  const numbers = sentence.text.match(/\p{N}[\p{N}.,]*/gu)?.length ?? 0;
  const names = sentence.text.match(/(?<=\S\s)\p{Lu}/gu)?.length ?? 0;
  const stems = contentStems(sentence.text);
  const weight = stems.reduce((sum, word) => sum + (counts.get(word) ?? 0), 0) / Math.max(1, stems.length);
  return 2 * Math.min(numbers, 4) + Math.min(names, 4) + weight + (sentence.at === 0 ? 1 : 0);
}
