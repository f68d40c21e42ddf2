const encoder = new TextEncoder();

/** The text as bytes, cut at the given offsets. */
export async function* inPieces(text: string, cuts: readonly number[] = []): AsyncGenerator<Uint8Array> {
  const bytes = encoder.encode(text);
  const ends = [...new Set(cuts.map((cut) => cut % (bytes.length + 1)))].sort((left, right) => left - right);
  let start = 0;
  for (const end of [...ends, bytes.length]) {
    yield bytes.subarray(start, end);
    start = end;
  }
}

/** The text, byte by byte, in one buffer that is reused as some readers do. */
export async function* inBytes(text: string): AsyncGenerator<Uint8Array> {
  const reused = new Uint8Array(1);
  for (const byte of encoder.encode(text)) {
    reused[0] = byte;
    yield reused;
  }
}

export async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const collected: T[] = [];
  for await (const item of items) {
    collected.push(item);
  }
  return collected;
}
