import { type BrokenCall, toConnectionError } from '../to-connection-error.ts';
import { toRefusal } from '../to-refusal.ts';

/** What an error of the SDK means: a refusal with the server's own code, or a connection that failed. */
export function fromSdkError(
  cause: unknown,
  signal: AbortSignal | undefined,
  stage: BrokenCall['stage'],
): unknown {
  const isRefusal =
    cause instanceof Error &&
    'status' in cause &&
    typeof cause.status === 'number' &&
    signal?.aborted !== true;
  // The SDK puts the body of the answer where the message belongs.
  return isRefusal
    ? toRefusal({ status: Number(cause.status), body: cause.message, headers: undefined, cause })
    : toConnectionError(cause, { url: 'the API', signal, stage });
}
