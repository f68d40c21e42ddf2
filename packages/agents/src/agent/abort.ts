import type { InvocationContext } from '../contract/context.ts';

/** Whether the run was told to end at once. */
export function isAborted({ abortSignal }: Pick<InvocationContext, 'abortSignal'>): boolean {
  return abortSignal?.aborted === true;
}

/** Whether the run was told to end, at once or after what it does now. */
export function isStopped(context: InvocationContext): boolean {
  return context.endInvocation || isAborted(context);
}

/** What waiting on something gives when the signal came first. */
export const ABORTED: unique symbol = Symbol('aborted');

/**
 * Waits for the promise or the signal, whichever comes first. A promise that the signal overtook goes on by itself; how
 * it ends is then of no interest, a failure included.
 */
export async function raceAbort<T>(
  promise: Promise<T>,
  signal: AbortSignal | undefined,
): Promise<T | typeof ABORTED> {
  if (signal === undefined) {
    return promise;
  }
  let detach = () => {};
  const aborted = new Promise<typeof ABORTED>((resolve) => {
    const onAbort = () => resolve(ABORTED);
    signal.addEventListener('abort', onAbort, { once: true });
    detach = () => signal.removeEventListener('abort', onAbort);
    if (signal.aborted) {
      onAbort();
    }
  });
  try {
    // Promise.race settles with the first of those that are settled, so a signal that has fired goes first.
    return await Promise.race([aborted, promise]);
  } catch (error) {
    // What the abort itself made fail is no failure.
    if (signal.aborted) {
      return ABORTED;
    }
    throw error;
  } finally {
    detach();
  }
}

/**
 * The same values until the signal fires; then it ends without an error and without another value, even when the source
 * hears nothing of signals. Leaving it early, or aborting it, ends the source too.
 */
export async function* untilAborted<T>(
  source: AsyncGenerator<T, void, undefined>,
  signal: AbortSignal | undefined,
): AsyncGenerator<T, void, undefined> {
  let isWaiting = false;
  try {
    while (signal?.aborted !== true) {
      isWaiting = true;
      const next = await raceAbort(source.next(), signal);
      if (next === ABORTED) {
        return;
      }
      isWaiting = false;
      if (next.done === true) {
        return;
      }
      yield next.value;
    }
  } finally {
    const closed = source.return();
    if (isWaiting) {
      // A source that waits for something ends only once that comes, which may be never.
      closed.catch(() => {});
    } else {
      await closed;
    }
  }
}
