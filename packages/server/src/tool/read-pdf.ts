import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

const pdfMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('opened'), pageCount: z.number() }),
  z.object({
    type: z.literal('page'),
    runs: z.array(z.object({ text: z.string(), hasEOL: z.boolean(), y: z.number(), height: z.number() })),
  }),
  z.object({ type: z.literal('end') }),
  z.object({
    type: z.literal('failed'),
    reason: z.enum(['encrypted', 'unreadable', 'too_long']),
    message: z.string(),
  }),
]);

/** What the reader says: `opened` first, a `page` each in order, then `end`; or `failed` at any point, and nothing after. */
export type PdfMessage = z.output<typeof pdfMessage>;

// This file is built to the same depth as it is written, and the package ships its sources.
const CHILD = fileURLToPath(new URL('../../src/tool/pdf-reader-child.mjs', import.meta.url));
const MAX_HEAP_MEBIBYTES = 512;

/**
 * Reads a PDF in a process of its own. A small file can unfold into gigabytes, or keep the reader busy for ever; in our
 * process the first ends the server (V8 aborts on arrays of that size) and the second stops every other request.
 * The child gets no environment but what Node needs to start, so it holds no keys.
 *
 * Ends without `end` or `failed` when the child dies. Aborting `signal`, or leaving the loop, kills it; the loop then ends
 * as if it had died. Throws when no process can be started.
 */
export async function* readPdf(
  bytes: Uint8Array,
  maxChars: number,
  signal: AbortSignal,
): AsyncGenerator<PdfMessage, void, undefined> {
  const child = spawn(
    process.execPath,
    [`--max-old-space-size=${MAX_HEAP_MEBIBYTES}`, CHILD, String(maxChars)],
    {
      stdio: ['pipe', 'pipe', 'ignore'],
      env: essentialEnvironment(),
      windowsHide: true,
    },
  );
  const kill = () => {
    child.kill('SIGKILL');
  };
  // That a child cannot be killed, or dies before it has read everything, is seen at its output; as an event without a
  // listener it would end the server.
  child.on('error', () => undefined);
  child.stdin.on('error', () => undefined);
  signal.addEventListener('abort', kill);
  try {
    await once(child, 'spawn');
    if (signal.aborted) return;
    child.stdin.end(bytes);
    for await (const line of createInterface({ input: child.stdout, crlfDelay: Number.POSITIVE_INFINITY })) {
      const message = parseLine(line);
      if (message === undefined) return;
      yield message;
    }
  } finally {
    signal.removeEventListener('abort', kill);
    kill();
  }
}

/** A child that is killed while it writes leaves half a line. */
function parseLine(line: string): PdfMessage | undefined {
  try {
    return pdfMessage.parse(JSON.parse(line));
  } catch {
    return undefined;
  }
}

/** Windows programs do not start without SystemRoot. */
function essentialEnvironment(): NodeJS.ProcessEnv {
  const { SystemRoot } = process.env;
  return SystemRoot === undefined ? {} : { SystemRoot };
}
