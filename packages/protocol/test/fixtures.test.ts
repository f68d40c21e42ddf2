import { expect, it } from 'vitest';
import {
  encodeInteraction,
  encodeStreamEvent,
  foldStreamEvents,
  parseCreateInteractionRequest,
  parseInteraction,
  parseStreamEvent,
} from '../src/index.ts';
import { readFixtures } from './support/fixtures.ts';

const fixtures = readFixtures();
const withRequest = fixtures.filter(({ request }) => request !== undefined);
const withStream = fixtures.flatMap(({ stream, ...fixture }) =>
  stream === undefined ? [] : [{ ...fixture, stream }],
);

it.each(withRequest)('$name: the request is read as it was written', ({ request }) => {
  expect(parseCreateInteractionRequest(request)).toEqual(request);
});

it.each(fixtures)('$name: the answer is read, and written back as it came', ({ response }) => {
  expect(encodeInteraction(parseInteraction(response))).toEqual(response);
});

it.each(withStream)('$name: the fold of the stream is the unary answer', async ({ stream, response }) => {
  const fold = await foldStreamEvents(stream.map((line) => parseStreamEvent(JSON.parse(line))));

  expect(fold.problems).toEqual([]);
  expect(fold.isTerminated).toBe(true);
  expect(fold.interaction).toEqual(response);
});

it.each(withStream)('$name: the events are written as they are read', ({ stream }) => {
  for (const line of stream) {
    const event = parseStreamEvent(JSON.parse(line));
    expect(parseStreamEvent(encodeStreamEvent(event))).toEqual(event);
  }
});
