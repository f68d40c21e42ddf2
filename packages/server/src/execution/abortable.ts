/**
 * The same values, but a wait for the next one ends when `signal` aborts, by throwing its reason, even if the source does not
 * look at the signal. Leaving early ends the source.
 */
export async function* abortable<T>(
  source: AsyncIterable<T>,
  signal: AbortSignal,
): AsyncGenerator<T, void, undefined> {
  const iterator = source[Symbol.asyncIterator]();
  try {
    for (;;) {
      const next = await orAbort(iterator.next(), signal);
      if (next.done === true) {
        return;
      }
      yield next.value;
    }
  } finally {
    // Not awaited: a generator that hangs in an await never gets to its return.
    iterator.return?.().catch(() => {});
  }
}

/** The promise, or a rejection with the signal's reason as soon as it aborts. */
export async function orAbort<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  let stopListening = () => {};
  const aborted = new Promise<never>((_, reject) => {
    const abort = () => reject(signal.reason);
    if (signal.aborted) {
      abort();
      return;
    }
    signal.addEventListener('abort', abort, { once: true });
    stopListening = () => signal.removeEventListener('abort', abort);
  });
  try {
    return await Promise.race([promise, aborted]);
  } finally {
    stopListening();
    // The loser may still reject, with nobody left to hear it.
    promise.catch(() => {});
  }
}
