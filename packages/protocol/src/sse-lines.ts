import { ProtocolError } from './error.ts';

const LF = 0x0a;
const CR = 0x0d;
const SMALL_BUFFER = 1024;
const BYTE_ORDER_MARK = '\uFEFF';

/** Cuts bytes into lines, however the bytes come in pieces. */
export interface LineSplitter {
  /** The lines that end in this chunk, without their ends (CR, LF or CRLF). The chunk may be reused afterwards. */
  push(chunk: Uint8Array): Generator<string, void, undefined>;
  /** What is left once the bytes have ended: a last line without an end. */
  finish(): string | undefined;
}

/**
 * Lines are cut as bytes and only then read as UTF-8, so no character is split; the unfinished line waits in one buffer
 * that doubles, so the cost stays linear even for chunks of one byte. Throws `frame_too_large` for a longer line.
 */
export function createLineSplitter(maxBytes: number): LineSplitter {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  let buffer = new Uint8Array(SMALL_BUFFER);
  let length = 0;
  let isFirst = true;
  let endedInCr = false;

  const keep = (bytes: Uint8Array) => {
    const needed = length + bytes.length;
    if (needed > maxBytes) {
      throw frameTooLarge(maxBytes);
    }
    if (needed > buffer.length) {
      const larger = new Uint8Array(Math.max(needed, buffer.length * 2));
      larger.set(buffer.subarray(0, length));
      buffer = larger;
    }
    buffer.set(bytes, length);
    length = needed;
  };

  const take = (tail: Uint8Array): string => {
    let bytes = tail;
    if (length > 0 || tail.length > maxBytes) {
      keep(tail);
      bytes = buffer.subarray(0, length);
    }
    const text = decoder.decode(bytes);
    const line = isFirst && text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text;
    isFirst = false;
    length = 0;
    return line;
  };

  return {
    *push(chunk) {
      let start = endedInCr && chunk[0] === LF ? 1 : 0;
      for (const { end, next } of lineEnds(chunk, start)) {
        yield take(chunk.subarray(start, end));
        start = next;
      }
      endedInCr = chunk.length === 0 ? endedInCr : chunk.at(-1) === CR;
      keep(chunk.subarray(start));
    },
    finish: () => (length > 0 ? take(new Uint8Array(0)) : undefined),
  };
}

/** Where each line ends and the next begins. */
function* lineEnds(
  chunk: Uint8Array,
  from: number,
): Generator<{ readonly end: number; readonly next: number }> {
  // Each kind of end is looked for once beyond where it was last found, so a chunk without CR is searched once.
  let cr = chunk.indexOf(CR, from);
  let lf = chunk.indexOf(LF, from);
  while (cr !== -1 || lf !== -1) {
    const end = lf === -1 || (cr !== -1 && cr < lf) ? cr : lf;
    const next = end + (end === cr && chunk[end + 1] === LF ? 2 : 1);
    yield { end, next };
    cr = nextIndex(chunk, CR, cr, next);
    lf = nextIndex(chunk, LF, lf, next);
  }
}

function nextIndex(chunk: Uint8Array, byte: number, found: number, start: number): number {
  return found === -1 || found >= start ? found : chunk.indexOf(byte, start);
}

export function frameTooLarge(maxFrameBytes: number): ProtocolError {
  return new ProtocolError({
    code: 'frame_too_large',
    message: `A frame of the stream is larger than ${maxFrameBytes} bytes.`,
    hint: 'Raise maxFrameBytes if the peer is to be trusted.',
  });
}
