import { pageText } from './pdf-page-text.ts';
import { PdfTextError } from './pdf-text-error.ts';
import { type PdfMessage, readPdf } from './read-pdf.ts';
import { createTurnstile } from './turnstile.ts';

export interface PdfTextOptions {
  /** Most pages a document may have; default 500. */
  readonly maxPages?: number;
  /** Most characters (UTF-16 units) that all pages may hold together; default 2,000,000. */
  readonly maxChars?: number;
  /** Longest time to read for; default 30,000. */
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
}

/** The text of a PDF, one string a page, in page order; a page without text is an empty string. */
export interface PdfText {
  readonly pages: readonly string[];
}

const DEFAULT_MAX_PAGES = 500;
const DEFAULT_MAX_CHARS = 2_000_000;
const DEFAULT_TIMEOUT_MS = 30_000;

// Each reader may take half a gibibyte, and anyone may send a PDF.
const enter = createTurnstile(2);

/**
 * Reads the text of a PDF; pictures of text (scans) give none. Lines end with a line feed, paragraphs stand apart by a
 * blank line. `bytes` is left as it was. Over a limit it refuses instead of cutting, so that nobody answers from half a
 * document. The work is done in a process of its own, whatever the file holds; two documents are read at a time, and the
 * others wait. Rejects with `PdfTextError` (`pdf_unreadable`, `pdf_encrypted`, `pdf_too_large`, `pdf_reader_failed`) or `signal.reason`.
 */
export async function extractPdfText(bytes: Uint8Array, options: PdfTextOptions = {}): Promise<PdfText> {
  const leave = await enter(options.signal);
  try {
    return await readPages(bytes, options);
  } finally {
    leave();
  }
}

async function readPages(bytes: Uint8Array, options: PdfTextOptions): Promise<PdfText> {
  const { maxPages = DEFAULT_MAX_PAGES, maxChars = DEFAULT_MAX_CHARS, signal } = options;
  const { timeoutMs = DEFAULT_TIMEOUT_MS } = options;
  const timeout = AbortSignal.timeout(timeoutMs);
  const messages = readPdf(
    bytes,
    maxChars,
    signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
  );
  const pages: string[] = [];
  for await (const message of orReaderFailed(messages)) {
    switch (message.type) {
      case 'opened':
        if (message.pageCount > maxPages) throw tooLarge(`${message.pageCount} pages`, `${maxPages} pages`);
        break;
      case 'page':
        pages.push(pageText(message.runs));
        break;
      case 'end':
        return { pages };
      case 'failed':
        throw failure(message, maxChars);
    }
  }
  signal?.throwIfAborted();
  if (timeout.aborted) throw tooLarge(`more than can be read in ${timeoutMs} ms`, 'what fits into that time');
  throw unreadable(`The reader gave up on the PDF of ${bytes.byteLength} bytes.`);
}

async function* orReaderFailed(messages: AsyncIterable<PdfMessage>): AsyncGenerator<PdfMessage> {
  try {
    yield* messages;
  } catch (cause) {
    throw new PdfTextError({
      code: 'pdf_reader_failed',
      message: 'The process that reads PDFs could not be started.',
      hint: 'Check that the server may start processes and has memory left, then try again.',
      cause,
    });
  }
}

function failure(message: Extract<PdfMessage, { type: 'failed' }>, maxChars: number): PdfTextError {
  switch (message.reason) {
    case 'encrypted':
      return new PdfTextError({
        code: 'pdf_encrypted',
        message: 'The PDF is protected by a password.',
        hint: 'Save a copy without the password and send that.',
      });
    case 'too_long':
      return tooLarge(`over ${maxChars} characters up to ${message.message}`, `${maxChars} characters`);
    case 'unreadable':
      return unreadable(`The PDF cannot be read: ${message.message}`);
  }
}

function unreadable(message: string): PdfTextError {
  return new PdfTextError({
    code: 'pdf_unreadable',
    message,
    hint: 'Check that the file opens in a PDF reader and was sent whole.',
  });
}

function tooLarge(size: string, limit: string): PdfTextError {
  return new PdfTextError({
    code: 'pdf_too_large',
    message: `The PDF holds ${size}; the limit is ${limit}.`,
    hint: 'Send the part of the document that matters.',
  });
}
