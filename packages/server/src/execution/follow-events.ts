import { isTerminalStatus, type ReceivedStreamEvent } from '@catenary/protocol';
import type { Store, StoredEvent } from '../store/store.ts';
import { orAbort } from './abortable.ts';
import type { LiveRuns } from './live-runs.ts';

const PAGE_SIZE = 128;

/**
 * The events of a stored interaction after `afterSeq`, as far as they are committed, then those to come, to its last.
 *
 * It reads from the store at the reader's pace, so a slow reader holds no memory and a resumed one gets the very same events.
 * Ends behind the last event. When the run is gone and no last event will ever come (the interaction was deleted, or its end
 * could not be committed), an `error` event without `event_id` says so. Rejects with the reason of `signal`.
 */
export async function* followEvents(
  id: string,
  afterSeq: number,
  deps: { readonly store: Store; readonly liveRuns: LiveRuns },
  signal: AbortSignal,
): AsyncGenerator<ReceivedStreamEvent, void, undefined> {
  let seq = afterSeq;
  for (;;) {
    // Asked for before the read: a commit in between is then not missed.
    const nextCommit = deps.liveRuns.find(id)?.nextCommit();
    const page = await deps.store.readEvents(id, { afterSeq: seq, limit: PAGE_SIZE });
    for (const { event } of page) {
      yield event;
    }
    seq = page.at(-1)?.seq ?? seq;
    if (page.some(isLast)) {
      return;
    }
    if (page.length > 0) {
      continue;
    }
    if (nextCommit === undefined) {
      yield* explainEnd(id, deps.store);
      return;
    }
    await orAbort(nextCommit, signal);
  }
}

function isLast({ event }: StoredEvent): boolean {
  return event.event_type === 'interaction.completed' || event.event_type === 'error';
}

async function* explainEnd(id: string, store: Store): AsyncGenerator<ReceivedStreamEvent> {
  const record = await store.find(id);
  if (record === undefined) {
    const message = `Interaction ${id} was deleted while it was read.`;
    yield { event_type: 'error', error: { code: 'not_found', message } };
  } else if (!isTerminalStatus(record.status)) {
    const message = `Interaction ${id} stopped, and its end could not be kept.`;
    yield { event_type: 'error', error: { code: 'api_error', message } };
  }
}
