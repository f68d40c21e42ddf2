import { contentStems, coverage, sentencesOf, wordsOf } from '../language/words.ts';

/** Most sentences in a summary, unless the document has more pages. */
const SUMMARY_SENTENCES = 8;

/** An extract that takes from every page: the sentences richest in numbers, names and words that recur. */
export function summarise(pages: readonly string[]): string {
  const byPage = pages.map(wholeSentences).filter((sentences) => sentences.length > 0);
  const counts = new Map<string, number>();
  for (const word of byPage.flat().flatMap(contentStems)) {
    counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  const perPage = Math.max(1, Math.floor(SUMMARY_SENTENCES / byPage.length));
  const chosen = byPage.flatMap((sentences) => {
    const ranked = sentences.map((text, at) => ({
      text,
      at,
      richness: richness(text, counts) + (at === 0 ? 1 : 0),
    }));
    return ranked
      .sort((a, b) => b.richness - a.richness)
      .slice(0, perPage)
      .sort((a, b) => a.at - b.at);
  });
  return chosen.map(({ text }) => text).join(' ');
}

/** The sentence that covers most of a question, its page from 1, and how much it covers, 0 to 1. */
export function bestSentence(question: string, pages: readonly string[]) {
  const wanted = contentStems(question);
  const sentences = pages.flatMap((text, index) =>
    wholeSentences(text).map((sentence) => ({ text: sentence, page: index + 1 })),
  );
  const [best] = sentences
    .map((sentence) => ({ ...sentence, covered: coverage(wanted, new Set(contentStems(sentence.text))) }))
    .sort((a, b) => b.covered - a.covered);
  return best;
}

/** The sentences of a page. Headings and page numbers have no full stop; they count only where there is nothing else. */
function wholeSentences(page: string): readonly string[] {
  const all = sentencesOf(page);
  const whole = all.filter((sentence) => /[.!?]["'”’)]?$/.test(sentence) && wordsOf(sentence).length > 3);
  return whole.length > 0 ? whole : all;
}

function richness(sentence: string, counts: ReadonlyMap<string, number>): number {
  const numbers = sentence.match(/\p{N}[\p{N}.,]*/gu)?.length ?? 0;
  const names = sentence.match(/(?<=\S\s)\p{Lu}/gu)?.length ?? 0;
  const stems = contentStems(sentence);
  const weight = stems.reduce((sum, word) => sum + (counts.get(word) ?? 0), 0) / Math.max(1, stems.length);
  return 2 * Math.min(numbers, 4) + Math.min(names, 4) + weight;
}
