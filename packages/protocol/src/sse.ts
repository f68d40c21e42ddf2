import { ProtocolError } from './error.ts';
import { encodeStreamEvent, parseStreamEvent } from './parse.ts';
import type { ReceivedStreamEvent } from './types.ts';

/** One message of an event stream. The API ignores the name and id of a frame: everything stands in the data. */
export interface SseFrame {
  readonly event?: string;
  readonly data: string;
}

export interface DecodeOptions {
  /** Most bytes of one line, and most characters of one frame's data; default 64 MiB, since media come whole. */
  readonly maxFrameBytes?: number;
}

const DEFAULT_MAX_FRAME_BYTES = 64 * 1024 * 1024;
const LF = 0x0a;
const CR = 0x0d;

/** The last frame of every stream. */
export const DONE_FRAME = 'event: done\ndata: [DONE]\n\n';

/** One event as a frame: its name, its JSON on one line, a blank line. */
export function encodeStreamEventFrame(event: ReceivedStreamEvent): string {
  const name = event.event_type === 'unknown' ? event.wireType : event.event_type;
  return `event: ${name}\ndata: ${JSON.stringify(encodeStreamEvent(event))}\n\n`;
}

/**
 * Reads frames out of bytes, however they are cut. Lines end in CR, LF or CRLF; comments and frames without data are
 * skipped; a last frame without a blank line behind it is delivered.
 * Throws `frame_too_large`. Leaving the loop early ends the source.
 */
export async function* decodeSse(
  chunks: AsyncIterable<Uint8Array>,
  options: DecodeOptions = {},
): AsyncGenerator<SseFrame, void, undefined> {
  const maxFrameBytes = options.maxFrameBytes ?? DEFAULT_MAX_FRAME_BYTES;
  const frame = createFrameBuilder(maxFrameBytes);
  for await (const line of decodeLines(chunks, maxFrameBytes)) {
    const complete = frame.add(line);
    if (complete !== undefined) {
      yield complete;
    }
  }
  const last = frame.add('');
  if (last !== undefined) {
    yield last;
  }
}

/**
 * Reads the events of a stream, in order, and ends at `[DONE]` or with the bytes; whether a terminal event came is for the
 * reader to see. Throws `malformed_event` and `frame_too_large`. Leaving the loop early ends the source.
 */
export async function* decodeStreamEvents(
  chunks: AsyncIterable<Uint8Array>,
  options: DecodeOptions = {},
): AsyncGenerator<ReceivedStreamEvent, void, undefined> {
  for await (const { data } of decodeSse(chunks, options)) {
    if (data === '[DONE]') {
      return;
    }
    yield parseStreamEvent(parseJson(data));
  }
}

function parseJson(data: string): unknown {
  try {
    return JSON.parse(data);
  } catch (cause) {
    const start = data.length > 80 ? `${data.slice(0, 80)}…` : data;
    throw new ProtocolError({
      code: 'malformed_event',
      message: `A frame of the stream is not JSON: ${start}`,
      hint: 'Something between the server and this reader may cut or rewrite the stream.',
      cause,
    });
  }
}

/** Cuts bytes into lines without their ends. Bytes are joined before they are read as text, so no character is split. */
async function* decodeLines(
  chunks: AsyncIterable<Uint8Array>,
  maxBytes: number,
): AsyncGenerator<string, void, undefined> {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  let pieces: Uint8Array[] = [];
  let length = 0;
  let isFirst = true;
  let endedInCr = false;
  const takeLine = (tail: Uint8Array): string => {
    const text = decoder.decode(pieces.length === 0 ? tail : join(pieces, tail, length + tail.length));
    pieces = [];
    length = 0;
    const line = isFirst && text.startsWith('\uFEFF') ? text.slice(1) : text;
    isFirst = false;
    return line;
  };
  for await (const chunk of chunks) {
    let start: number = endedInCr && chunk[0] === LF ? 1 : 0;
    endedInCr = chunk.length === 0 ? endedInCr : false;
    for (let index = start; index < chunk.length; index += 1) {
      const byte = chunk[index];
      if (byte !== LF && byte !== CR) {
        continue;
      }
      yield takeLine(chunk.subarray(start, index));
      if (byte === CR && chunk[index + 1] === LF) {
        index += 1;
      }
      endedInCr = byte === CR && index === chunk.length - 1;
      start = index + 1;
    }
    const rest = chunk.subarray(start);
    if (rest.length > 0) {
      // A reader may reuse its buffer, so what waits for the next chunk is copied.
      pieces.push(rest.slice());
      length += rest.length;
    }
    if (length > maxBytes) {
      throw tooLarge(maxBytes);
    }
  }
  if (length > 0) {
    yield takeLine(new Uint8Array(0));
  }
}

function join(pieces: readonly Uint8Array[], tail: Uint8Array, length: number): Uint8Array {
  const joined = new Uint8Array(length);
  let offset = 0;
  for (const piece of [...pieces, tail]) {
    joined.set(piece, offset);
    offset += piece.length;
  }
  return joined;
}

function createFrameBuilder(maxLength: number): { add(line: string): SseFrame | undefined } {
  let event: string | undefined;
  let data: string[] = [];
  let length = 0;
  return {
    add: (line) => {
      if (line === '') {
        const frame =
          data.length === 0
            ? undefined
            : { ...(event === undefined ? {} : { event }), data: data.join('\n') };
        event = undefined;
        data = [];
        length = 0;
        return frame;
      }
      const colon = line.indexOf(':');
      const field = colon === -1 ? line : line.slice(0, colon);
      const value = colon === -1 ? '' : line.slice(line[colon + 1] === ' ' ? colon + 2 : colon + 1);
      if (field === 'data') {
        data.push(value);
        length += value.length;
        if (length > maxLength) {
          throw tooLarge(maxLength);
        }
      } else if (field === 'event') {
        event = value;
      }
      return undefined;
    },
  };
}

function tooLarge(maxFrameBytes: number): ProtocolError {
  return new ProtocolError({
    code: 'frame_too_large',
    message: `A frame of the stream is larger than ${maxFrameBytes} bytes.`,
    hint: 'Raise maxFrameBytes if the peer is to be trusted.',
  });
}
