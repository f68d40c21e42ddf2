import { AgentsError } from '../error.ts';

/** Waits, or rejects with the signal's reason. */
export type Sleep = (ms: number, signal?: AbortSignal) => Promise<void>;

/** How attempts are spaced, and what ends them. */
export interface RetryOptions {
  readonly signal?: AbortSignal;
  readonly sleep?: Sleep;
  /** In [0, 1). */
  readonly random?: () => number;
}

const ATTEMPTS = 4;
const FIRST_DELAY_MS = 500;
const MAX_DELAY_MS = 60_000;

/**
 * Runs what may be repeated: because nothing has happened yet (a refused connection, 429, 503), or because it does no harm
 * that it may have (a lost answer that the error calls retryable). Other failures are thrown at once. At most four attempts;
 * the delays double, with jitter, and a server's `Retry-After` goes before them, up to a minute.
 */
export async function retry<T>(attempt: () => Promise<T>, options: RetryOptions = {}): Promise<T> {
  const { signal, random = Math.random } = options;
  const sleep: Sleep = options.sleep ?? wait;
  for (let failures = 1; ; failures += 1) {
    signal?.throwIfAborted();
    try {
      return await attempt();
    } catch (error) {
      if (failures >= ATTEMPTS || !AgentsError.isInstance(error) || !isSafeToRepeat(error)) {
        throw error;
      }
      const backoffMs = FIRST_DELAY_MS * 2 ** (failures - 1) * (0.75 + random() / 4);
      await sleep(Math.min(MAX_DELAY_MS, error.retryAfterMs ?? backoffMs), signal);
    }
  }
}

function isSafeToRepeat(error: AgentsError): boolean {
  const isConnection = error.code === 'network' || error.code === 'create_outcome_unknown';
  return error.retryable && (isConnection || error.status === 429 || error.status === 503);
}

/** Waits on the real clock. */
export function wait(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted === true) {
      reject(signal.reason);
      return;
    }
    const abort = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', abort);
      resolve();
    }, ms);
    signal?.addEventListener('abort', abort, { once: true });
  });
}
