import { AgentsError } from '../error.ts';

/** What was under way when a connection failed. */
export interface BrokenCall {
  readonly url: string;
  readonly signal?: AbortSignal | undefined;
  /**
   * `before-answer`: a request that only asks; `create`: one that the server may have acted on, with effects that must not
   * come twice; `repeatable-create`: one without; `stream`: an answer had begun to arrive.
   */
  readonly stage: 'before-answer' | 'create' | 'repeatable-create' | 'stream';
}

/** Sockets fail like this before anything can have been sent. */
const NEVER_SENT: ReadonlySet<string | undefined> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'UND_ERR_CONNECT_TIMEOUT',
]);

/** What a failed connection means for the call: `network`, `create_outcome_unknown`, `stream_cut`, or the abort's own reason. */
export function toConnectionError(cause: unknown, { url, signal, stage }: BrokenCall): unknown {
  if (signal?.aborted === true) {
    return signal.reason;
  }
  if (AgentsError.isInstance(cause)) {
    return cause;
  }
  const code = socketCodeOf(cause);
  const reason = code ?? (cause instanceof Error ? cause.message : String(cause));
  if (stage === 'stream') {
    return new AgentsError({
      code: 'stream_cut',
      message: `The connection to ${url} broke while the answer was coming (${reason}).`,
      hint: 'Send the message again.',
      retryable: true,
      cause,
    });
  }
  if (stage !== 'before-answer' && !NEVER_SENT.has(code)) {
    return new AgentsError({
      code: 'create_outcome_unknown',
      message: `The connection to ${url} failed after the request was sent (${reason}); the server may have acted on it.`,
      hint: 'Send the message again if it may be answered twice.',
      retryable: stage === 'repeatable-create',
      cause,
    });
  }
  return new AgentsError({
    code: 'network',
    message: `The server at ${url} cannot be reached (${reason}).`,
    hint: 'Check that it runs, and the base URL.',
    retryable: true,
    cause,
  });
}

/** `fetch` hides the socket's error behind its own, clients hide both, and a host with two addresses has an error for each. */
function socketCodeOf(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null) {
    return undefined;
  }
  if ('code' in error && typeof error.code === 'string') {
    return error.code;
  }
  return 'cause' in error ? socketCodeOf(error.cause) : undefined;
}
