import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import {
  decodeStreamEvents,
  type Interaction,
  type ReceivedStreamEvent,
  type StreamEvent,
} from '@catenary/protocol';
import { describe, expect, it, vi } from 'vitest';
import { type ServerOptions, startServer } from '../src/index.ts';
import { createScriptedBackend, type ScriptedAction } from '../src/testing.ts';

// Many requests each, on machines that may be busy with other tests.
vi.setConfig({ testTimeout: 30_000 });

// Exchanges that were recorded from the hosted service lie beside a checkout of this repository, not in it.
const folder = fileURLToPath(new URL('../../../../shared/recorded', import.meta.url));
const files = existsSync(folder) ? readdirSync(folder).sort() : [];
const read = (file: string) => readFileSync(`${folder}/${file}`, 'utf8');

describe.skipIf(files.length === 0)(`what the hosted service said (${folder} must exist)`, () => {
  it.each(files.filter((file) => file.endsWith('.chunks.txt')))(
    'comes out of a stream the same: %s',
    async (file) => {
      const lines = read(file).split('\n').filter(Boolean);
      // A recording is data of the service, whose shapes the protocol package tests on the same files.
      const events = lines.map((line) => JSON.parse(line) as StreamEvent);
      const backend = createScriptedBackend([{ actions: events.flatMap(toActions) }]);
      const replayed = await withServer({ backend }, async (url) => {
        const response = await create(url, { model: 'scripted', input: 'Hi', stream: true });
        const all: ReceivedStreamEvent[] = [];
        for await (const event of decodeStreamEvents(response.body ?? emptyBody())) {
          all.push(event);
        }
        return all;
      });
      expect(replayed.map(withoutOurs)).toEqual(events.map(withoutOurs));
      backend.assertDone();
    },
  );

  it.each(files.filter((file) => file.endsWith('.json')))(
    'comes out of a unary answer the same: %s',
    async (file) => {
      const { steps = [], usage, status, ...recorded } = JSON.parse(read(file)) as Interaction;
      const backend = createScriptedBackend([{ steps, ...(usage === undefined ? {} : { usage }) }]);
      const body = await withServer({ backend }, async (url) =>
        (await create(url, { model: 'scripted', input: 'Hi' })).json(),
      );
      expect(withoutIdentity(body)).toEqual(withoutIdentity({ steps, usage, status, ...recorded }));
    },
  );
});

/** What a backend would have emitted, so that the service's events come of it. */
function toActions(event: StreamEvent): ScriptedAction[] {
  switch (event.event_type) {
    case 'step.start':
      return [{ type: 'step.start', step: event.step }];
    case 'step.delta':
      return [{ type: 'step.delta', delta: event.delta }];
    case 'step.stop':
      return [{ type: 'step.stop' }];
    case 'interaction.completed':
      return [
        { type: 'end', ...(event.interaction.usage === undefined ? {} : { usage: event.interaction.usage }) },
      ];
    default:
      return [];
  }
}

/** The service's events of 2026 carry no `event_id`; ids, names and times are each server's own. */
function withoutOurs(event: StreamEvent | ReceivedStreamEvent) {
  const { event_id: _, ...rest } = event as Exclude<typeof event, { readonly event_type: 'unknown' }>;
  return {
    ...rest,
    ...('interaction' in rest ? { interaction: withoutIdentity(rest.interaction) } : {}),
    ...('interaction_id' in rest ? { interaction_id: 'its id' } : {}),
  };
}

function withoutIdentity(interaction: unknown) {
  const { id, model, created, updated, ...rest } = interaction as Record<string, unknown>;
  return { ...rest, has: [id, model, created, updated].map((value) => typeof value) };
}

async function create(url: string, body: object): Promise<Response> {
  const headers = { 'content-type': 'application/json' };
  return fetch(`${url}/v1beta/interactions`, { method: 'POST', headers, body: JSON.stringify(body) });
}

async function withServer<T>(options: ServerOptions, use: (url: string) => Promise<T>): Promise<T> {
  const server = await startServer(options);
  try {
    return await use(server.url);
  } finally {
    await server.close();
  }
}

function emptyBody(): ReadableStream<Uint8Array> {
  return new ReadableStream({ start: (controller) => controller.close() });
}
