import { setImmediate } from 'node:timers/promises';
import type { Clock } from '../clock.ts';
import { ServerError } from '../error.ts';
import { toEventId } from '../store/event-id.ts';
import type { Commit, NewInteraction, Store } from '../store/store.ts';
import type { RunEvent } from './run.ts';

export interface CommitQueueOptions {
  readonly store: Store;
  readonly clock: Clock;
  /** Created with the first commit. */
  readonly interaction: NewInteraction;
  /** Called after each commit: what it holds may be told now. */
  readonly onCommit: () => void;
}

export interface CommitQueue {
  /**
   * Takes the next event; numbers it, and commits it soon. Rejects when a commit failed, and with `ServerError` `aborted`
   * when the interaction was deleted or ended by somebody else.
   */
  add(item: RunEvent): Promise<void>;
  /** Resolves when everything that was added is committed. */
  flush(): Promise<void>;
}

/** A commit costs about as much for one event as for a few dozen; a reader does not notice this delay. */
const MAX_EVENTS = 32;
const MAX_DELAY_MS = 20;

/** Commits the events of a run in small groups: at most 32 events, or what came within 20 ms; the last one at once. */
export function createCommitQueue(options: CommitQueueOptions): CommitQueue {
  const { store, clock, interaction } = options;
  let seq = 0;
  let isCreated = false;
  let pending: RunEvent[] = [];
  let stopTimer: (() => void) | undefined;
  // Commits go one after another; the chain also carries the first failure to whoever comes next.
  let tail: Promise<void> = Promise.resolve();

  const commit = async (items: readonly RunEvent[]): Promise<void> => {
    const group = toCommit(items, seq, clock.now());
    if (!isCreated) {
      await store.create(interaction, group);
      isCreated = true;
    } else if (!(await store.append(interaction.id, group))) {
      throw new ServerError({
        code: 'aborted',
        message: `Interaction ${interaction.id} was deleted or ended while it ran.`,
      });
    }
    seq += items.length;
    options.onCommit();
  };

  const flush = (): Promise<void> => {
    stopTimer?.();
    stopTimer = undefined;
    if (pending.length > 0) {
      const items = pending;
      pending = [];
      tail = tail.then(() => commit(items));
      // Heard by the next `add` or `flush`; a failure in the timer has no other listener.
      tail.catch(() => {});
    }
    return tail;
  };

  return {
    flush,
    add: async (item) => {
      pending.push(item);
      if (item.end !== undefined) {
        await flush();
      } else if (pending.length >= MAX_EVENTS) {
        await flush();
        // A backend that never waits would otherwise keep the process from everything else.
        await setImmediate();
      } else {
        stopTimer ??= clock.after(MAX_DELAY_MS, () => void flush().catch(() => {}));
      }
    },
  };
}

function toCommit(items: readonly RunEvent[], lastSeq: number, atMs: number): Commit {
  const end = items.at(-1)?.end;
  return {
    events: items.map(({ event }, index) => {
      const seq = lastSeq + index + 1;
      return { seq, event: { ...event, event_id: toEventId(seq) } };
    }),
    steps: items.flatMap(({ step }) => (step === undefined ? [] : [step])),
    ...(end === undefined ? {} : { end }),
    atMs,
  };
}
