import { describe, expect, it } from 'vitest';
import { DONE_FRAME, decodeStreamEvents, encodeStreamEventFrame } from '../src/stream-events.ts';
import type { ReceivedStreamEvent } from '../src/types.ts';
import { collect, inPieces } from './support/bytes.ts';

const eventsOf = (text: string) => collect(decodeStreamEvents(inPieces(text)));
const frame = (value: unknown) => `data: ${JSON.stringify(value)}\n\n`;

describe('encodeStreamEventFrame', () => {
  it('writes the name, the JSON on one line and a blank line', () => {
    const event: ReceivedStreamEvent = {
      event_type: 'step.delta',
      index: 1,
      delta: { type: 'text', text: 'a\nb' },
    };
    expect(encodeStreamEventFrame(event)).toBe(
      'event: step.delta\ndata: {"event_type":"step.delta","index":1,"delta":{"type":"text","text":"a\\nb"}}\n\n',
    );
  });

  it('writes an unknown event as it came', () => {
    const raw = { event_type: 'weather', wind: 3 };
    const event: ReceivedStreamEvent = { event_type: 'unknown', wireType: 'weather', raw };
    expect(encodeStreamEventFrame(event)).toBe(`event: weather\n${frame(raw)}`);
  });

  it('lets no foreign name start a frame of its own', async () => {
    const name = 'x\n\ndata: {"event_type":"error"}';
    const event: ReceivedStreamEvent = {
      event_type: 'unknown',
      wireType: name,
      raw: { event_type: name },
    };
    expect(await eventsOf(encodeStreamEventFrame(event))).toEqual([event]);
  });

  it('refuses an event that the wire does not have', () => {
    const event = { event_type: 'step.stop', index: 'first' } as unknown as ReceivedStreamEvent;
    expect(() => encodeStreamEventFrame(event)).toThrow(
      expect.objectContaining({ code: 'unencodable', path: 'index' }),
    );
  });
});

describe('decodeStreamEvents', () => {
  const stop = { event_type: 'step.stop', index: 0 };

  it('ends at [DONE] and reads nothing behind it', async () => {
    expect(await eventsOf(frame(stop) + DONE_FRAME + frame(stop))).toEqual([stop]);
  });

  it('ends with the bytes where [DONE] is missing, last frame included', async () => {
    expect(await eventsOf(frame(stop) + frame(stop).trimEnd())).toEqual([stop, stop]);
  });

  it('goes by event_type and not by the name of the frame', async () => {
    expect(await eventsOf(`event: interaction.created\n${frame(stop)}`)).toEqual([stop]);
  });

  it('throws malformed_event with the start of what is not JSON, after the events before it', async () => {
    const events = decodeStreamEvents(inPieces(`${frame(stop)}data: <html>${'x'.repeat(10_000)}\n\n`));
    expect((await events.next()).value).toEqual(stop);
    const failure = await events.next().catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: 'malformed_event', message: expect.stringContaining('<html>xxx') });
    expect(String(failure).length).toBeLessThan(200);
  });

  it.each(['5', '"text"', 'null', '[]', '{}'])('throws malformed_event for %s', async (data) => {
    await expect(eventsOf(`data: ${data}\n\n`)).rejects.toMatchObject({ code: 'malformed_event' });
  });

  it('throws malformed_event with the path for a known event with a wrong body', async () => {
    const delta = { event_type: 'step.delta', index: 0, delta: { type: 'text', text: 4 } };
    await expect(eventsOf(frame(delta))).rejects.toMatchObject({
      code: 'malformed_event',
      path: 'delta.text',
    });
  });

  it('keeps unknown events', async () => {
    const raw = { event_type: 'weather', wind: 3 };
    expect(await eventsOf(frame(raw))).toEqual([{ event_type: 'unknown', wireType: 'weather', raw }]);
  });

  it.each([
    ['its own', { code: 'api_error', message: 'No.' }, { code: 'api_error', message: 'No.' }],
    [
      "a gateway's",
      { code: 429, message: 'Slow down.', status: 'RESOURCE_EXHAUSTED' },
      { code: 'rate_limit_exceeded', message: 'Slow down.' },
    ],
  ])('reads an error body in the place of an event, %s form', async (_, error, expected) => {
    expect(await eventsOf(frame({ error }))).toEqual([{ event_type: 'error', error: expected }]);
  });

  it.each([
    [
      { event_type: 'interaction.in_progress', interaction_id: 'v1_a' },
      { event_type: 'interaction.status_update', interaction_id: 'v1_a', status: 'in_progress' },
    ],
    [
      { event_type: 'interaction.requires_action', interaction: { id: 'v1_a' } },
      {
        event_type: 'interaction.status_update',
        interaction: { id: 'v1_a' },
        interaction_id: 'v1_a',
        status: 'requires_action',
      },
    ],
    [
      { event_type: 'step.delta', index: 0, delta: { type: 'text_annotation', annotations: [] } },
      { event_type: 'step.delta', index: 0, delta: { type: 'text_annotation_delta', annotations: [] } },
    ],
    [
      { event_type: 'step.delta', index: 0, delta: { type: 'arguments_delta', partial_arguments: '{' } },
      { event_type: 'step.delta', index: 0, delta: { type: 'arguments_delta', arguments: '{' } },
    ],
    [
      { event_type: 'step.delta', index: 0, delta: { type: 'thought_summary', content: { text: 'Hm.' } } },
      {
        event_type: 'step.delta',
        index: 0,
        delta: { type: 'thought_summary', content: { type: 'text', text: 'Hm.' } },
      },
    ],
  ])('reads the alias %j', async (alias, event) => {
    expect(await eventsOf(frame(alias))).toEqual([event]);
  });

  it('ends the source when the reader leaves early, and at [DONE]', async () => {
    let endings = 0;
    async function* endless(text: string) {
      try {
        for (;;) {
          yield new TextEncoder().encode(text);
        }
      } finally {
        endings += 1;
      }
    }
    for await (const event of decodeStreamEvents(endless(frame(stop)))) {
      expect(event).toEqual(stop);
      break;
    }
    await collect(decodeStreamEvents(endless(DONE_FRAME)));
    expect(endings).toBe(2);
  });
});
