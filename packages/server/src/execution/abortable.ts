/**
 * The same values, but a wait for the next one ends when `signal` aborts, by throwing its reason, even if the source does not
 * look at the signal. Leaving early ends the source.
 */
export async function* abortable<T>(
  source: AsyncIterable<T>,
  signal: AbortSignal,
): AsyncGenerator<T, void, undefined> {
  const iterator = source[Symbol.asyncIterator]();
  let giveUp = (_: unknown) => {};
  // One listener for all values: adding one for each costs more than the values do.
  const abort = () => giveUp(signal.reason);
  signal.addEventListener('abort', abort);
  try {
    for (;;) {
      signal.throwIfAborted();
      const next = await new Promise<IteratorResult<T>>((resolve, reject) => {
        giveUp = reject;
        iterator.next().then(resolve, reject);
      });
      if (next.done === true) {
        return;
      }
      yield next.value;
    }
  } finally {
    signal.removeEventListener('abort', abort);
    // Not awaited: a generator that hangs in an await never gets to its return.
    iterator.return?.().catch(() => {});
  }
}

/** The promise, or a rejection with the signal's reason as soon as it aborts. */
export async function orAbort<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  let stopListening = () => {};
  try {
    return await new Promise<T>((resolve, reject) => {
      const abort = () => reject(signal.reason);
      if (signal.aborted) {
        abort();
      }
      signal.addEventListener('abort', abort, { once: true });
      stopListening = () => signal.removeEventListener('abort', abort);
      promise.then(resolve, reject);
    });
  } finally {
    stopListening();
  }
}
