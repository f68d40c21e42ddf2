const BRAND = Symbol.for('catenary.server.start-error');

/** Why a server could not be started, as stable API. */
export type StartErrorCode =
  /** An option has a value that means nothing. */
  | 'invalid_option'
  /** The host is reachable from other machines, and nobody said that it may be. */
  | 'remote_not_allowed'
  /** Another program listens on the port. */
  | 'address_in_use'
  /** The host or port cannot be listened on. */
  | 'address_unavailable'
  /** The store's folder or file is missing, not a file, or may not be opened. */
  | 'store_unavailable'
  /** Another server holds the store's file. */
  | 'store_in_use'
  /** The store's file is damaged, or no database at all. */
  | 'store_unreadable'
  /** The store's file is a database of another program. */
  | 'store_foreign'
  /** The store's file was written by a newer version. */
  | 'store_too_new'
  /** The folder of documents to search cannot be read, or holds too much. */
  | 'documents_unreadable'
  /** The file of a scripted backend cannot be read. */
  | 'script_unreadable';

export interface StartErrorOptions {
  readonly code: StartErrorCode;
  readonly message: string;
  /** What to do about it. */
  readonly hint: string;
  readonly cause?: unknown;
}

/** A server did not start. Never travels on the wire; what clients are told is a `ServerError`. */
export class StartError extends Error {
  readonly [BRAND] = true;
  readonly code: StartErrorCode;
  readonly hint: string;
  /** Whether the same start may succeed later without a change. */
  readonly retryable: boolean;

  constructor(options: StartErrorOptions) {
    super(options.message, { cause: options.cause });
    this.name = 'StartError';
    this.code = options.code;
    this.hint = options.hint;
    this.retryable = options.code === 'address_in_use' || options.code === 'store_in_use';
  }

  /** Recognises errors of any copy of this package. */
  static isInstance(value: unknown): value is StartError {
    return typeof value === 'object' && value !== null && BRAND in value;
  }
}
