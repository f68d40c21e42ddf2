import type { ReceivedStreamEvent } from '@catenary/protocol';
import { describe, expect, it } from 'vitest';
import { createModelResolver } from '../src/backend/resolve.ts';
import { LiveRuns } from '../src/execution/live-runs.ts';
import { systemClock } from '../src/index.ts';
import { HistoryCache } from '../src/interaction/history-cache.ts';
import { createInteractionService } from '../src/interaction/interaction-service.ts';
import { silentLogger } from '../src/logger.ts';
import { openStore } from '../src/store/open-store.ts';
import type { Store } from '../src/store/store.ts';
import { createScriptedBackend } from '../src/testing.ts';

/** A service on a store that fails where the test says. */
async function serve(faults: Partial<Store>) {
  const store = await openStore('memory');
  let wasAborted = false;
  const backend = createScriptedBackend([
    { steps: [{ type: 'model_output', content: [{ type: 'text', text: 'Hi.' }] }] },
  ]);
  const liveRuns = new LiveRuns({ clock: systemClock, runTimeoutMs: 60_000 });
  const service = createInteractionService({
    store: { ...store, ...faults },
    liveRuns,
    histories: new HistoryCache(),
    resolveModel: createModelResolver(
      [
        {
          name: 'scripted',
          generate: (request, options) => {
            options.signal.addEventListener('abort', () => {
              wasAborted = true;
            });
            return backend.generate(request, options);
          },
        },
      ],
      [],
    ),
    search: { name: 'none', search: async () => [] },
    clock: systemClock,
    logger: silentLogger,
    newId: () => 'v1_a',
  });
  return { service, liveRuns, store, wasAborted: () => wasAborted };
}

const request = { model: 'scripted', input: 'Hi' };
const connection = new AbortController().signal;
const full = () => Promise.reject(new Error('disk full'));

describe('when the store fails', () => {
  it('at the first commit, nobody is told of an interaction', async () => {
    const { service, liveRuns } = await serve({ create: full });
    for (const change of [{}, { stream: true }, { background: true }]) {
      await expect(service.create({ ...request, ...change }, connection)).rejects.toThrow('disk full');
    }
    await liveRuns.idle();
  });

  it('at a later commit, a reader gets an end, and the run is stopped', async () => {
    const { service, liveRuns, wasAborted } = await serve({ append: full });
    const created = await service.create({ ...request, stream: true }, connection);
    const events: ReceivedStreamEvent[] = [];
    if (created.type === 'stream') {
      for await (const event of created.events) {
        events.push(event);
      }
    }
    expect(events.map(({ event_type }) => event_type)).toEqual([
      'interaction.created',
      'interaction.status_update',
      'error',
    ]);
    expect(events.at(-1)).toMatchObject({
      error: { code: 'api_error', message: expect.stringContaining('could not be kept') },
    });
    await liveRuns.idle();
    expect(wasAborted()).toBe(true);
  });

  it('nothing is told before it is committed', async () => {
    const order: string[] = [];
    const inner = await openStore('memory');
    const { service } = await serve({
      ...inner,
      create: async (...args) => {
        await inner.create(...args);
        order.push('committed created');
      },
      append: async (id, commit) => {
        const isWritten = await inner.append(id, commit);
        order.push(`committed ${commit.events.at(-1)?.event.event_type}`);
        return isWritten;
      },
    });
    const created = await service.create({ ...request, stream: true }, connection);
    if (created.type === 'stream') {
      for await (const event of created.events) {
        order.push(`told ${event.event_type}`);
      }
    }
    expect(order[0]).toBe('committed created');
    const end = 'interaction.completed';
    expect(order.indexOf(`committed ${end}`)).toBeLessThan(order.indexOf(`told ${end}`));
    expect(order.indexOf(`committed ${end}`)).toBeGreaterThan(0);
    await inner.close();
  });
});
