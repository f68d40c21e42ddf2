const BRAND = Symbol.for('catenary.protocol.error');

/** What is wrong with a piece of the wire, as stable API. The message text is not. */
export type ProtocolErrorCode =
  /** A request has a value of the wrong kind, a missing field or a combination that cannot be. */
  | 'invalid_request'
  /** A request has a field that the protocol does not know. */
  | 'parameter_unknown'
  /** A resource that arrived (an interaction, a step) does not have the shape of its type. */
  | 'malformed_resource'
  /** A stream event is not JSON, or does not have the shape of its type. */
  | 'malformed_event'
  /** One SSE frame is larger than the reader allows. */
  | 'frame_too_large'
  /** A value that was to be written is not one that the wire has. */
  | 'unencodable';

export interface ProtocolErrorOptions {
  readonly code: ProtocolErrorCode;
  readonly message: string;
  /** Where the fault is, as `tools[0].parameters`; absent when it is the value as a whole. */
  readonly path?: string;
  /** What to do about it. */
  readonly hint?: string;
  readonly cause?: unknown;
}

/** Every error that this package throws on purpose. Reading the same bytes again never helps, so it is never retryable. */
export class ProtocolError extends Error {
  readonly [BRAND] = true;
  readonly code: ProtocolErrorCode;
  readonly path: string | undefined;
  readonly hint: string | undefined;
  readonly retryable = false;

  constructor(options: ProtocolErrorOptions) {
    super(options.message, { cause: options.cause });
    this.name = 'ProtocolError';
    this.code = options.code;
    this.path = options.path;
    this.hint = options.hint;
  }

  /** Recognises errors of any copy of this package. */
  static isInstance(value: unknown): value is ProtocolError {
    return typeof value === 'object' && value !== null && BRAND in value;
  }
}
