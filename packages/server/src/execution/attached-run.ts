import type { LiveRuns } from './live-runs.ts';
import type { Run, RunEvent } from './run.ts';
import { type RunDeps, runInteraction } from './run-interaction.ts';

/** Runs without a store for as long as somebody listens: leaving the loop, or an abort of `signal`, ends the run. */
export async function* runAttached(
  run: Run,
  deps: RunDeps & { readonly liveRuns: LiveRuns },
  signal: AbortSignal,
): AsyncGenerator<RunEvent, void, undefined> {
  const live = deps.liveRuns.open();
  const abort = () => live.abort(signal.reason);
  signal.addEventListener('abort', abort, { once: true });
  try {
    signal.throwIfAborted();
    yield* runInteraction(run, deps, live.signal);
  } finally {
    signal.removeEventListener('abort', abort);
    live.abort(new DOMException('Nobody listens any more.', 'AbortError'));
    live.close();
  }
}
