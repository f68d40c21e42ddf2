import type { Clock } from '../../src/index.ts';

export interface ManualClock extends Clock {
  /** Moves time on and runs what is due, in order. */
  advance(ms: number): void;
}

/** A clock that stands still until it is told. */
export function createManualClock(startMs = 1_780_000_000_000): ManualClock {
  let nowMs = startMs;
  const timers = new Set<{ readonly dueMs: number; readonly action: () => void }>();
  return {
    now: () => nowMs,
    after: (delayMs, action) => {
      const timer = { dueMs: nowMs + delayMs, action };
      timers.add(timer);
      return () => timers.delete(timer);
    },
    advance: (ms) => {
      nowMs += ms;
      for (const timer of [...timers].sort((left, right) => left.dueMs - right.dueMs)) {
        if (timer.dueMs <= nowMs && timers.delete(timer)) {
          timer.action();
        }
      }
    },
  };
}
