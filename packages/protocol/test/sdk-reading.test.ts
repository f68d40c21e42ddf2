import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { GoogleGenAI } from '@google/genai';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  DONE_FRAME,
  decodeStreamEvents,
  encodeStreamEvent,
  encodeStreamEventFrame,
  parseStreamEvent,
} from '../src/index.ts';
import { collect } from './support/bytes.ts';
import { readFixtures } from './support/fixtures.ts';

// What a reader makes of a stream must not depend on whose reader it is.

let body = '';
let server: Server;
let baseUrl: string;

beforeAll(async () => {
  server = createServer((request, response) => {
    request.resume().on('end', () => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.end(body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  baseUrl = `http://127.0.0.1:${port}`;
});

afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

async function readWithSdk(): Promise<unknown[]> {
  const client = new GoogleGenAI({ apiKey: 'none', httpOptions: { baseUrl } });
  const stream = await client.interactions.create({ model: 'm', input: 'x', stream: true });
  return JSON.parse(JSON.stringify(await collect(stream)));
}

async function readWithOurs(): Promise<unknown[]> {
  const response = await fetch(baseUrl);
  if (response.body === null) {
    throw new Error('The response has no body.');
  }
  const events = await collect(decodeStreamEvents(response.body));
  return events.map(encodeStreamEvent);
}

const streams = readFixtures().flatMap(({ name, stream }) =>
  stream === undefined ? [] : [{ name, events: stream.map((line): unknown => JSON.parse(line)) }],
);
const frames = (events: readonly unknown[]) =>
  events.map((event) => encodeStreamEventFrame(parseStreamEvent(event))).join('');
// Continuation is a matter of the client's: it posts again by itself.
const singleHop = streams.filter(({ name }) => name !== 'continuation');

describe('the SDK and we read the same events', () => {
  it.each(singleHop)('of $name', async ({ events }) => {
    body = frames(events) + DONE_FRAME;
    const ours = await readWithOurs();
    expect(ours).toEqual(await readWithSdk());
    expect(ours).toHaveLength(events.length);
  });

  it.each([
    ['CRLF', '\r\n'],
    ['CR', '\r'],
  ])('with lines that end in %s', async (_, end) => {
    const events = streams.find(({ name }) => name === 'function-call')?.events ?? [];
    body = (frames(events) + DONE_FRAME).replaceAll('\n', end);
    expect(await readWithOurs()).toEqual(await readWithSdk());
  });

  it('among comments, retry times and data in several lines', async () => {
    body = `: ping\n\nretry: 5\n\ndata: {"event_type":"step.stop",\ndata: "index":0}\n\n${DONE_FRAME}`;
    const ours = await readWithOurs();
    expect(ours).toEqual([{ event_type: 'step.stop', index: 0 }]);
    expect(await readWithSdk()).toEqual(ours);
  });

  it('of a later version', async () => {
    const events = [
      { event_type: 'weather', wind: 3 },
      { event_type: 'step.start', index: 0, step: { type: 'dream', depth: 2 } },
      { event_type: 'step.delta', index: 0, delta: { type: 'hologram', data: 'x' }, metadata: { mood: 1 } },
    ];
    body = frames(events) + DONE_FRAME;
    const ours = await readWithOurs();
    expect(ours).toEqual(events);
    expect(await readWithSdk()).toEqual(ours);
  });
});

describe('where we differ from the SDK', () => {
  const stop = { event_type: 'step.stop', index: 0 };

  it('we deliver a last frame that has no blank line behind it', async () => {
    body = `${frames([stop])}${frames([stop]).trimEnd()}`;
    expect(await readWithOurs()).toEqual([stop, stop]);
    expect(await readWithSdk()).toEqual([stop]);
  });

  it('we refuse data that is not JSON, where the SDK yields it as text', async () => {
    body = `data: {"event_type":\n\n${DONE_FRAME}`;
    await expect(readWithOurs()).rejects.toMatchObject({ code: 'malformed_event' });
    expect(await readWithSdk()).toEqual(['{"event_type":']);
  });
});
