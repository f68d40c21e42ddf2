import { describe, expect, it } from 'vitest';
import { createCommitQueue } from '../src/execution/commit-queue.ts';
import type { RunEvent } from '../src/execution/run.ts';
import { openStore } from '../src/store/open-store.ts';
import type { Store } from '../src/store/store.ts';
import { createManualClock } from './support/manual-clock.ts';

const delta: RunEvent = { event: { event_type: 'step.delta', index: 0, delta: { type: 'text', text: 'x' } } };
const last: RunEvent = { event: { event_type: 'error', error: {} }, end: { status: 'failed' } };

async function open() {
  const inner = await openStore('memory');
  const sizes: number[] = [];
  const store: Store = {
    ...inner,
    create: (interaction, commit) => {
      sizes.push(commit.events.length);
      return inner.create(interaction, commit);
    },
    append: (id, commit) => {
      sizes.push(commit.events.length);
      return inner.append(id, commit);
    },
  };
  const clock = createManualClock();
  const interaction = { id: 'a', model: 'm', createdAtMs: clock.now(), input: [] };
  const queue = createCommitQueue({ store, clock, interaction, onCommit: () => {} });
  return { queue, clock, sizes, store };
}

describe('the commits of a run', () => {
  it('hold at most 32 events, and number them without gaps', async () => {
    const { queue, sizes, store } = await open();
    for (let count = 0; count < 70; count += 1) {
      await queue.add(delta);
    }
    await queue.flush();
    expect(sizes).toEqual([32, 32, 6]);
    const events = await store.readEvents('a', { afterSeq: 0, limit: 100 });
    expect(events.map(({ seq }) => seq)).toEqual(Array.from({ length: 70 }, (_, index) => index + 1));
    expect(events.at(-1)?.event).toMatchObject({ event_id: '1y' });
  });

  it('wait 20 ms for more, and not for the last event', async () => {
    const { queue, clock, sizes } = await open();
    await queue.add(delta);
    await queue.add(delta);
    clock.advance(19);
    expect(sizes).toEqual([]);
    clock.advance(1);
    await queue.flush();
    expect(sizes).toEqual([2]);
    await queue.add(last);
    expect(sizes).toEqual([2, 1]);
  });

  it('stop when somebody else deleted or ended the interaction', async () => {
    const { queue, store } = await open();
    await queue.add(delta);
    await queue.flush();
    await store.delete('a');
    await expect(queue.add(last)).rejects.toMatchObject({ code: 'aborted' });
    await expect(queue.flush()).rejects.toMatchObject({ code: 'aborted' });
  });
});
