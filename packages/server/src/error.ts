import { ERROR_CODES, type ErrorCode } from '@catenary/protocol';

const BRAND = Symbol.for('catenary.server.error');

export interface ServerErrorOptions {
  /** A code of the wire; it decides the HTTP status. */
  readonly code: ErrorCode;
  readonly message: string;
  /** What to do about it; sent to the client behind the message. */
  readonly hint?: string;
  /** Where in the request the fault is, as `tools[0].parameters`. */
  readonly path?: string;
  readonly cause?: unknown;
  /** How long a client should wait before it tries again; sent as `Retry-After`. */
  readonly retryAfterMs?: number;
}

/** A refusal or failure that the client is told about. Anything else that is thrown becomes `api_error` without detail. */
export class ServerError extends Error {
  readonly [BRAND] = true;
  readonly code: ErrorCode;
  readonly hint: string | undefined;
  readonly path: string | undefined;
  readonly retryAfterMs: number | undefined;
  /** Whether the same request may succeed later. */
  readonly retryable: boolean;

  constructor(options: ServerErrorOptions) {
    super(options.message, { cause: options.cause });
    this.name = 'ServerError';
    this.code = options.code;
    this.hint = options.hint;
    this.path = options.path;
    this.retryAfterMs = options.retryAfterMs;
    this.retryable = ERROR_CODES[options.code].retryable;
  }

  /** Recognises errors of any copy of this package. */
  static isInstance(value: unknown): value is ServerError {
    return typeof value === 'object' && value !== null && BRAND in value;
  }
}
