/** Waits for a turn. Resolves with what gives it back; rejects with the signal's reason. */
export type Turnstile = (signal?: AbortSignal) => Promise<() => void>;

/** Lets `limit` callers through at a time; the others wait in the order they came. */
export function createTurnstile(limit: number): Turnstile {
  const waiting = new Set<() => void>();
  let free = limit;

  const leave = () => {
    const [next] = waiting;
    if (next === undefined) {
      free += 1;
    } else {
      waiting.delete(next);
      next();
    }
  };

  return async (signal) => {
    signal?.throwIfAborted();
    if (free > 0) {
      free -= 1;
    } else {
      await new Promise<void>((resolve, reject) => {
        const abandon = () => {
          waiting.delete(enter);
          reject(signal?.reason);
        };
        const enter = () => {
          signal?.removeEventListener('abort', abandon);
          resolve();
        };
        waiting.add(enter);
        signal?.addEventListener('abort', abandon, { once: true });
      });
    }
    return leave;
  };
}
