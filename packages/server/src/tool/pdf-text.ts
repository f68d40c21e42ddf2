import { pageText } from './pdf-page-text.ts';
import { PdfTextError } from './pdf-text-error.ts';

export interface PdfTextOptions {
  /** Most pages a document may have; default 500. */
  readonly maxPages?: number;
  /** Most characters (UTF-16 units) that all pages may give together; default 2,000,000. */
  readonly maxChars?: number;
  /** Looked at between pages: a page that is being read is read to its end. */
  readonly signal?: AbortSignal;
}

/** The text of a PDF, one string a page, in page order; a page without text is an empty string. */
export interface PdfText {
  readonly pages: readonly string[];
}

const DEFAULT_MAX_PAGES = 500;
const DEFAULT_MAX_CHARS = 2_000_000;

/**
 * Reads the text of a PDF; pictures of text (scans) give none. Lines end with a line feed, paragraphs stand apart by a
 * blank line. `bytes` is left as it was. Over a limit it refuses instead of cutting, so that nobody answers from half a
 * document. Rejects with `PdfTextError` (`pdf_unreadable`, `pdf_encrypted`, `pdf_too_large`) or `signal.reason`.
 */
export async function extractPdfText(bytes: Uint8Array, options: PdfTextOptions = {}): Promise<PdfText> {
  const { maxPages = DEFAULT_MAX_PAGES, maxChars = DEFAULT_MAX_CHARS, signal } = options;
  signal?.throwIfAborted();
  const pdf = await openPdf(bytes);
  try {
    if (pdf.numPages > maxPages) throw tooLarge(`${pdf.numPages} pages`, `${maxPages} pages`);
    const pages: string[] = [];
    let length = 0;
    for (let number = 1; number <= pdf.numPages; number += 1) {
      signal?.throwIfAborted();
      const text = await readPage(pdf, number);
      length += text.length;
      if (length > maxChars) throw tooLarge(`over ${maxChars} characters`, `${maxChars} characters`);
      pages.push(text);
    }
    signal?.throwIfAborted();
    return { pages };
  } finally {
    await pdf.destroy();
  }
}

type OpenPdf = Awaited<ReturnType<typeof openPdf>>;

async function openPdf(bytes: Uint8Array) {
  // 1.6 MB of code that most servers never need.
  const { getDocumentProxy } = await import('unpdf');
  try {
    // The reader takes over the buffer it is given and leaves it empty, hence the copy. Verbosity 0 keeps its warnings
    // about odd files off the console; system fonts and eval matter only for drawing.
    return await getDocumentProxy(Uint8Array.from(bytes), { verbosity: 0, useSystemFonts: false });
  } catch (cause) {
    if (cause instanceof Error && cause.name === 'PasswordException') {
      throw new PdfTextError({
        code: 'pdf_encrypted',
        message: 'The PDF is protected by a password.',
        hint: 'Save a copy without the password and send that.',
        cause,
      });
    }
    throw unreadable(`The ${bytes.byteLength} bytes cannot be read as a PDF.`, cause);
  }
}

async function readPage(pdf: OpenPdf, number: number): Promise<string> {
  try {
    const page = await pdf.getPage(number);
    const { items } = await page.getTextContent();
    return pageText(items.filter((item) => 'str' in item));
  } catch (cause) {
    throw unreadable(`Page ${number} of ${pdf.numPages} of the PDF cannot be read.`, cause);
  }
}

function unreadable(message: string, cause: unknown): PdfTextError {
  return new PdfTextError({
    code: 'pdf_unreadable',
    message,
    hint: 'Check that the file opens in a PDF reader and was sent whole.',
    cause,
  });
}

function tooLarge(size: string, limit: string): PdfTextError {
  return new PdfTextError({
    code: 'pdf_too_large',
    message: `The PDF has ${size}; at most ${limit} are read.`,
    hint: 'Send the part of the document that matters.',
  });
}
