const BRAND = Symbol.for('catenary.server.search-error');

/** Why a search could not be made, as stable API. */
export type SearchErrorCode =
  /** The documents folder, or a file in it, cannot be read as text. */
  | 'documents_unreadable'
  /** The documents are over a limit on number or size. */
  | 'documents_too_large'
  /** A `limit` that is no whole number from 1 on. */
  | 'invalid_limit'
  /** A search call without a query. */
  | 'no_query'
  /** Searched after `close()`. */
  | 'corpus_closed';

export interface SearchErrorOptions {
  readonly code: SearchErrorCode;
  readonly message: string;
  /** What to do about it. */
  readonly hint: string;
  readonly cause?: unknown;
}

/** A search that could not be made. Nothing changes by waiting, so it is never retryable. */
export class SearchError extends Error {
  readonly [BRAND] = true;
  readonly code: SearchErrorCode;
  readonly hint: string;
  readonly retryable = false;

  constructor(options: SearchErrorOptions) {
    super(options.message, { cause: options.cause });
    this.name = 'SearchError';
    this.code = options.code;
    this.hint = options.hint;
  }

  /** Recognises errors of any copy of this package. */
  static isInstance(value: unknown): value is SearchError {
    return typeof value === 'object' && value !== null && BRAND in value;
  }
}
