/** One page or passage that a search found. */
export interface SearchHit {
  /** What the page is about, for a citation: a country's name, a book's title, a heading. */
  readonly title: string;
  /** Stable address. Local hits have the scheme `catenary-corpus`, because nothing was fetched from the web. */
  readonly url: string;
  /** Plain text to quote from, whole sentences, the best match first. */
  readonly snippet: string;
  /** Says where the text comes from, for people: `Catenary's local facts: countries`, or a file's name. */
  readonly source: string;
}

/** What a single search may return and what ends it early. */
export interface SearchOptions {
  /** Most hits to return; a whole number, at least 1. */
  readonly limit: number;
  readonly signal?: AbortSignal;
}

/** Whatever answers the built-in `google_search` tool. */
export interface SearchProvider {
  /** Names the provider in logs and in the startup banner. */
  readonly name: string;
  /**
   * Finds pages for words as a person or a model wrote them; nothing in `query` is syntax.
   * Hits come best first, each `url` once, in an order that the same query always repeats. No match is an empty list.
   * Rejects with `signal.reason` once aborted.
   */
  search(query: string, options: SearchOptions): Promise<readonly SearchHit[]>;
}
