import type { NewInteraction, Store } from '../store/store.ts';
import { collectRun } from './collect-run.ts';
import { createCommitQueue } from './commit-queue.ts';
import type { LiveRuns } from './live-runs.ts';
import type { Run, RunResult } from './run.ts';
import { type RunDeps, runInteraction } from './run-interaction.ts';

export interface DetachedRunDeps extends RunDeps {
  readonly store: Store;
  readonly liveRuns: LiveRuns;
}

/** A stored run, which goes on whether or not somebody looks. */
export interface DetachedRun {
  /** Resolves when the interaction is in the store; rejects when it could not be put there. */
  readonly announced: Promise<void>;
  /** Resolves when its end is in the store; rejects when it could not be put there. */
  readonly result: Promise<RunResult>;
}

/**
 * Starts a run that is committed as it goes. With `isFollowed` its first two events are committed at once, so that a reader
 * does not wait; otherwise they may share a commit with what comes next.
 */
export function startDetachedRun(
  run: Run,
  interaction: NewInteraction,
  deps: DetachedRunDeps,
  options: { readonly isFollowed: boolean },
): DetachedRun {
  const live = deps.liveRuns.open(interaction.id);
  let announce = () => {};
  const firstCommit = new Promise<void>((resolve) => {
    announce = resolve;
  });
  const queue = createCommitQueue({
    store: deps.store,
    clock: deps.clock,
    interaction,
    onCommit: () => {
      announce();
      live.committed();
    },
  });
  const work = async (): Promise<RunResult> => {
    try {
      return await collectRun(runInteraction(run, deps, live.signal), deps.clock, async (item) => {
        await queue.add(item);
        if (options.isFollowed && item.event.event_type === 'interaction.status_update') {
          await queue.flush();
        }
      });
    } catch (error) {
      deps.logger.error({ id: interaction.id, error }, 'a run could not be committed');
      live.abort(error);
      throw error;
    } finally {
      live.close();
    }
  };
  const result = work();
  // Whoever awaits hears it; for a run that nobody awaits it was logged above.
  const announced = Promise.race([firstCommit, result.then(() => {})]);
  for (const promise of [result, announced]) {
    promise.catch(() => {});
  }
  return { announced, result };
}
