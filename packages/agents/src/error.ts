const BRAND = Symbol.for('catenary.agents.error');

/** What went wrong, as stable API. The message text is not. */
export type AgentsErrorCode =
  /** An option, a schema or an argument makes no sense; `hint` says what would. */
  | 'invalid_argument'
  /** The combination of tools, executor and model cannot work; found before the first request. */
  | 'unsupported_combination'
  /** The installed client or model lacks what is asked of it. */
  | 'missing_capability'
  /** No key, no project, no base URL. */
  | 'missing_credentials'
  | 'session_not_found'
  | 'session_exists'
  /** Another writer appended to the session first. */
  | 'stale_session'
  /** The session has a running invocation and the run was told not to wait. */
  | 'session_busy'
  | 'agent_not_found'
  /** An instruction names a state key that is not set. */
  | 'missing_state_key'
  /** `runConfig.maxLlmCalls` is used up. */
  | 'llm_call_limit'
  /** The server does not know, or no longer has, the chain that the request continues. */
  | 'chain_lost'
  /** The server refused the request; `cause` holds its answer, `status` and `serverCode` are set. */
  | 'request_refused'
  /** The connection failed before the server can have acted. */
  | 'network'
  /** The connection failed after the request was sent; the server may have acted on it. */
  | 'create_outcome_unknown'
  /** The stream ended without a terminal event and the answer could not be fetched. */
  | 'stream_cut'
  /** What came over the wire cannot be read. */
  | 'malformed_response'
  /** A tool could not do what it was called for; the model is told the message. */
  | 'tool_failed'
  /** A scripted model was asked for something else than its script holds. */
  | 'script_mismatch';

/** What an `AgentsError` is made from. */
export interface AgentsErrorOptions {
  readonly code: AgentsErrorCode;
  readonly message: string;
  /** What to do about it. */
  readonly hint?: string;
  readonly cause?: unknown;
  /** Whether the same call may succeed later; default false. */
  readonly retryable?: boolean;
  /** HTTP status, where a server answered. */
  readonly status?: number;
  /** The server's own error code, where it gave one. */
  readonly serverCode?: string;
  /** How long the server asked to wait. */
  readonly retryAfterMs?: number;
}

/** Every error that this package throws on purpose. Switch on `code`; show `message` and `hint` to people. */
export class AgentsError extends Error {
  readonly [BRAND] = true;
  readonly code: AgentsErrorCode;
  readonly hint: string | undefined;
  readonly retryable: boolean;
  readonly status: number | undefined;
  readonly serverCode: string | undefined;
  readonly retryAfterMs: number | undefined;

  constructor(options: AgentsErrorOptions) {
    super(options.hint === undefined ? options.message : `${options.message} ${options.hint}`, {
      cause: options.cause,
    });
    this.name = 'AgentsError';
    this.code = options.code;
    this.hint = options.hint;
    this.retryable = options.retryable ?? false;
    this.status = options.status;
    this.serverCode = options.serverCode;
    this.retryAfterMs = options.retryAfterMs;
  }

  /** Recognises errors of any copy of this package. */
  static isInstance(value: unknown): value is AgentsError {
    return typeof value === 'object' && value !== null && BRAND in value;
  }
}
