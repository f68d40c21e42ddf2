/** A sentence that can be quoted alone, and the words that ask for it. */
export interface CorpusFact {
  readonly text: string;
  /** Terms (see `searchTerms`) that people ask with and that the sentence does not hold: `who` for an author. */
  readonly keywords?: readonly string[];
}

/** One page of the local corpus. */
export interface CorpusEntry {
  readonly title: string;
  readonly url: string;
  readonly source: string;
  /**
   * What the page is about, in every form that people write. A question that holds a whole name is about that page,
   * whatever else it says. Empty for passages of documents, whose headings are no names.
   */
  readonly names: readonly string[];
  /** What the page says, at least one sentence, in reading order. */
  readonly facts: readonly CorpusFact[];
}

/** Address of a local page: honest about not being on the web, the same on every machine. */
export function corpusUrl(collection: string, ...path: readonly string[]): string {
  return `catenary-corpus:///${[collection, ...path].map(encodeURIComponent).join('/')}`;
}
