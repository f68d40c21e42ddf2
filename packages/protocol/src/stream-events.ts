import { ProtocolError } from './error.ts';
import { encodeStreamEvent, parseStreamEvent } from './parse.ts';
import { type DecodeOptions, decodeSse } from './sse.ts';
import type { ReceivedStreamEvent } from './types.ts';

const END_OF_STREAM = '[DONE]';
const MAX_QUOTED_LENGTH = 80;

/** The last frame of every stream. */
export const DONE_FRAME = `event: done\ndata: ${END_OF_STREAM}\n\n`;

/** One event as a frame: its name, its JSON on one line, a blank line. Throws `unencodable`. */
export function encodeStreamEventFrame(event: ReceivedStreamEvent): string {
  const name = event.event_type === 'unknown' ? event.wireType : event.event_type;
  // A foreign name is a peer's text; with a line end in it, it could start a frame of its own.
  const nameLine = /[\r\n]/.test(name) ? '' : `event: ${name}\n`;
  return `${nameLine}data: ${JSON.stringify(encodeStreamEvent(event))}\n\n`;
}

/**
 * Reads the events of a stream, in order. It ends at `[DONE]`, or where the bytes end: whether a terminal event
 * (`interaction.completed` or `error`) came before is for the reader to see.
 * Throws `malformed_event` for data that is no event and `frame_too_large`; the events before it stay true. Leaving the
 * loop early ends the source.
 */
export async function* decodeStreamEvents(
  chunks: AsyncIterable<Uint8Array>,
  options: DecodeOptions = {},
): AsyncGenerator<ReceivedStreamEvent, void, undefined> {
  for await (const { data } of decodeSse(chunks, options)) {
    if (data.trim() === END_OF_STREAM) {
      return;
    }
    yield parseStreamEvent(parseJson(data));
  }
}

function parseJson(data: string): unknown {
  try {
    return JSON.parse(data);
  } catch (cause) {
    throw notJson(data, cause);
  }
}

function notJson(data: string, cause: unknown): ProtocolError {
  const isLong = data.length > MAX_QUOTED_LENGTH;
  return new ProtocolError({
    code: 'malformed_event',
    message: `A frame of the stream is not JSON: ${isLong ? `${data.slice(0, MAX_QUOTED_LENGTH)}…` : data}`,
    hint: 'Something between the server and this reader may cut or rewrite the stream.',
    cause,
  });
}
