import type { Interactions } from '@google/genai';
import { describe, expect, it, vi } from 'vitest';
import { createGate } from '../src/testing.ts';
import { collect, text, useSdkServer } from './support/sdk-server.ts';

// Many requests each, on machines that may be busy with other tests.
vi.setConfig({ testTimeout: 30_000 });

// The unmodified client of Google against a server that listens.

const sdk = useSdkServer();

describe('the SDK streams', () => {
  it('created, status, steps, completed, each event with an id', async () => {
    const ai = await sdk.start([
      {
        steps: [
          { type: 'thought', signature: 'c2ln' },
          { type: 'model_output', content: [{ type: 'text', text: 'Deimos.' }] },
        ],
      },
    ]);
    const events = await collect(
      await ai.interactions.create({ model: 'scripted', input: 'Another?', stream: true }),
    );
    expect(events.map((event) => [event.event_type, 'index' in event ? event.index : undefined])).toEqual([
      ['interaction.created', undefined],
      ['interaction.status_update', undefined],
      ['step.start', 0],
      ['step.delta', 0],
      ['step.stop', 0],
      ['step.start', 1],
      ['step.delta', 1],
      ['step.stop', 1],
      ['interaction.completed', undefined],
    ]);
    expect(events.map((event) => event.event_id)).toEqual(['1', '2', '3', '4', '5', '6', '7', '8', '9']);
    expect(events.at(-1)).toMatchObject({
      interaction: {
        status: 'completed',
        usage: { total_output_tokens: 2, estimated: true },
        service_tier: 'standard',
      },
    });
    expect(events.at(-1)).not.toHaveProperty('interaction.steps');
  });

  it('again after the fact, from the start and behind an event', async () => {
    const ai = await sdk.start([text('Deimos.')]);
    const events = await collect(
      await ai.interactions.create({ model: 'scripted', input: 'Hi', stream: true }),
    );
    const id = (events[0] as Interactions.InteractionCreatedEvent).interaction.id;
    expect(await collect(await ai.interactions.get(id, { stream: true }))).toEqual(events);
    for (const [index, event] of events.entries()) {
      const rest = await ai.interactions.get(id, { stream: true, last_event_id: event.event_id ?? '' });
      expect(await collect(rest)).toEqual(events.slice(index + 1));
    }
  });

  it('a stored run to its end in the store, though the client leaves in the middle', async () => {
    const gate = createGate();
    const ai = await sdk.start([
      {
        actions: [
          { type: 'step.start', step: { type: 'model_output' } },
          { type: 'step.delta', delta: { type: 'text', text: 'One, ' } },
          { type: 'wait', until: gate.opened },
          { type: 'step.delta', delta: { type: 'text', text: 'two.' } },
          { type: 'step.stop' },
          { type: 'end' },
        ],
      },
    ]);
    let id = '';
    for await (const event of await ai.interactions.create({
      model: 'scripted',
      input: 'Count',
      stream: true,
    })) {
      if (event.event_type === 'interaction.created') {
        id = event.interaction.id;
      }
      if (event.event_type === 'step.delta') {
        break;
      }
    }
    const follower = await ai.interactions.get(id, { stream: true });
    gate.open();
    await collect(follower);
    expect(await ai.interactions.get(id)).toMatchObject({ status: 'completed', output_text: 'One, two.' });
  });

  it('a run that is not stored no further than the client reads', async () => {
    let ended: unknown;
    const ended$ = createGate();
    const ai = await sdk.startWith(async function* (signal) {
      yield { type: 'step.start', step: { type: 'model_output' } };
      yield { type: 'step.delta', delta: { type: 'text', text: 'One' } };
      await new Promise((_, reject) => {
        signal.addEventListener('abort', () => {
          ended = signal.reason;
          ended$.open();
          reject(signal.reason);
        });
      });
    });
    for await (const event of await ai.interactions.create({
      model: 'own',
      input: 'Hi',
      store: false,
      stream: true,
    })) {
      if (event.event_type === 'step.delta') {
        break;
      }
    }
    await ended$.opened;
    expect(ended).toMatchObject({ name: 'AbortError' });
  });

  it('an error in the middle as an event, and keeps the failure', async () => {
    const ai = await sdk.start([
      {
        actions: [
          { type: 'step.start', step: { type: 'model_output' } },
          { type: 'step.delta', delta: { type: 'text', text: 'Half' } },
          { type: 'throw', error: new Error('a secret of the backend') },
        ],
      },
    ]);
    const events = await collect(
      await ai.interactions.create({ model: 'scripted', input: 'Hi', stream: true }),
    );
    const fault = { code: 'api_error', message: 'The backend scripted failed.' };
    expect(events.at(-1)).toMatchObject({ event_type: 'error', error: fault });
    const id = (events[0] as Interactions.InteractionCreatedEvent).interaction.id;
    expect(await ai.interactions.get(id)).toMatchObject({
      status: 'failed',
      errors: [fault],
      output_text: 'Half',
    });
  });
});
