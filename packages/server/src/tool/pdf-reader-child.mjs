/**
 * The program that reads a PDF in a process of its own: bytes on stdin, one JSON message a line on stdout (see
 * `read-pdf.ts`). Plain JavaScript, because a child of a server that runs from its sources has no TypeScript loader.
 */
import { Console } from 'node:console';
import { once } from 'node:events';
import { buffer } from 'node:stream/consumers';
import { getDocumentProxy } from 'unpdf';

// Whatever the library says must not come between the messages.
globalThis.console = new Console(process.stderr);

const maxChars = Number(process.argv[2]);
const bytes = new Uint8Array(await buffer(process.stdin));

try {
  // Verbosity 0: warnings about odd files help nobody here. System fonts matter only for drawing.
  const pdf = await getDocumentProxy(bytes, { verbosity: 0, useSystemFonts: false });
  await send({ type: 'opened', pageCount: pdf.numPages });
  await sendPages(pdf);
} catch (error) {
  const isEncrypted = error instanceof Error && error.name === 'PasswordException';
  await send({ type: 'failed', reason: isEncrypted ? 'encrypted' : 'unreadable', message: String(error) });
}

/** @param {Awaited<ReturnType<typeof getDocumentProxy>>} pdf */
async function sendPages(pdf) {
  let charsLeft = maxChars;
  for (let number = 1; number <= pdf.numPages; number += 1) {
    const page = await pdf.getPage(number);
    const content = await page.getTextContent();
    const items = content.items.filter((item) => 'str' in item);
    charsLeft -= items.reduce((sum, item) => sum + item.str.length, 0);
    if (charsLeft < 0) return send({ type: 'failed', reason: 'too_long', message: `page ${number}` });
    const runs = items.map(({ str, hasEOL, transform, height }) => ({
      text: str,
      hasEOL,
      y: transform[5],
      height,
    }));
    await send({ type: 'page', runs });
    page.cleanup();
  }
  return send({ type: 'end' });
}

/** @param {import('./read-pdf.ts').PdfMessage} message */
async function send(message) {
  if (!process.stdout.write(`${JSON.stringify(message)}\n`)) await once(process.stdout, 'drain');
}
