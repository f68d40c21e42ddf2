import { createLineSplitter, frameTooLarge } from './sse-lines.ts';

/** One message of an event stream. */
export interface SseFrame {
  /** The name of the frame; the API repeats it inside the data, and readers go by that. */
  readonly event?: string;
  /** The data lines, joined by LF. */
  readonly data: string;
}

export interface DecodeOptions {
  /** Most bytes of one line and most characters of one frame's data; default 64 MiB, since media come whole. */
  readonly maxFrameBytes?: number;
}

const DEFAULT_MAX_FRAME_BYTES = 64 * 1024 * 1024;

/**
 * Reads frames out of bytes, in order and however they are cut. Lines end in CR, LF or CRLF; a byte order mark, comments
 * and frames without data are skipped; a last frame without a blank line behind it is delivered, since peers cut there.
 * Throws `frame_too_large`, and whatever the source throws. Leaving the loop early ends the source.
 */
export async function* decodeSse(
  chunks: AsyncIterable<Uint8Array>,
  options: DecodeOptions = {},
): AsyncGenerator<SseFrame, void, undefined> {
  const maxFrameBytes = options.maxFrameBytes ?? DEFAULT_MAX_FRAME_BYTES;
  const lines = createLineSplitter(maxFrameBytes);
  const frames = createFrameBuilder(maxFrameBytes);
  for await (const chunk of chunks) {
    for (const line of lines.push(chunk)) {
      const frame = line === '' ? frames.finish() : frames.add(line);
      if (frame !== undefined) {
        yield frame;
      }
    }
  }
  const rest = lines.finish();
  if (rest !== undefined) {
    frames.add(rest);
  }
  const last = frames.finish();
  if (last !== undefined) {
    yield last;
  }
}

interface FrameBuilder {
  add(line: string): undefined;
  /** The frame of the lines so far, if they held data; starts the next one. */
  finish(): SseFrame | undefined;
}

function createFrameBuilder(maxLength: number): FrameBuilder {
  let event: string | undefined;
  let data: string[] = [];
  let length = 0;
  return {
    add(line) {
      const [field, value] = fieldOf(line);
      if (field === 'event') {
        event = value;
      }
      if (field !== 'data') {
        return;
      }
      length += value.length;
      if (length > maxLength) {
        throw frameTooLarge(maxLength);
      }
      data.push(value);
    },
    finish() {
      const named = event === undefined ? {} : { event };
      const frame = data.length === 0 ? undefined : { ...named, data: data.join('\n') };
      event = undefined;
      data = [];
      length = 0;
      return frame;
    },
  };
}

/** Name and value of a line; a comment has an empty name. */
function fieldOf(line: string): readonly [field: string, value: string] {
  const colon = line.indexOf(':');
  if (colon === -1) {
    return [line, ''];
  }
  return [line.slice(0, colon), line.slice(line[colon + 1] === ' ' ? colon + 2 : colon + 1)];
}
