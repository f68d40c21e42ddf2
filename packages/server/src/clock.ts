/** Time as the server sees it, so that a test can hold it still. */
export interface Clock {
  /** Epoch milliseconds. */
  now(): number;
  /** Runs `action` once after `delayMs`, unless the returned function is called first. Never keeps a process alive. */
  after(delayMs: number, action: () => void): () => void;
}

/** The machine's own time. */
export const systemClock: Clock = {
  now: () => Date.now(),
  after: (delayMs, action) => {
    const timer = setTimeout(action, delayMs);
    timer.unref();
    return () => clearTimeout(timer);
  },
};
