import { createHash } from 'node:crypto';
import type { DocumentContent } from '@catenary/protocol';
import { extractPdfText } from '../../../tool/pdf-text.ts';
import { PdfTextError } from '../../../tool/pdf-text-error.ts';

/** A document's text by page, or why there is none, as a sentence for the user. */
export type DocumentText =
  | { readonly pages: readonly string[]; readonly problem?: undefined }
  | { readonly pages: readonly []; readonly problem: string; readonly mayPass?: boolean };

const MAX_KEPT = 8;

/**
 * Reads attached documents, and keeps the newest few: a chain asks for the same ones again and again. What may go better
 * another time is not kept.
 */
export function createDocumentReader(extract: typeof extractPdfText = extractPdfText) {
  const kept = new Map<string, DocumentText>();
  return async ({ data, mime_type }: DocumentContent, signal: AbortSignal): Promise<DocumentText> => {
    if (data === undefined) {
      return unread('I can only read a document whose bytes are attached, not one behind an address.');
    }
    const key = createHash('sha256').update(`${mime_type} ${data}`).digest('base64');
    const text =
      kept.get(key) ??
      (await read({ bytes: Buffer.from(data, 'base64'), mimeType: mime_type, extract }, signal));
    kept.delete(key);
    if (text.problem === undefined || text.mayPass !== true) {
      kept.set(key, text);
    }
    for (const oldest of [...kept.keys()].slice(0, -MAX_KEPT)) {
      kept.delete(oldest);
    }
    return text;
  };
}

interface Attached {
  readonly bytes: Buffer;
  readonly mimeType: string | undefined;
  readonly extract: typeof extractPdfText;
}

async function read({ bytes, mimeType, extract }: Attached, signal: AbortSignal): Promise<DocumentText> {
  if (mimeType?.startsWith('text/') || mimeType === 'application/json') {
    return { pages: [bytes.toString('utf8')] };
  }
  if (mimeType !== undefined && mimeType !== 'application/pdf') {
    return unread(`I cannot read documents of type ${mimeType}; PDF and plain text work.`);
  }
  try {
    const { pages } = await extract(bytes, { signal });
    const isEmpty = pages.every((page) => page.trim() === '');
    return isEmpty ? unread('The attached PDF holds no text that I can read; it may be scanned.') : { pages };
  } catch (error) {
    if (PdfTextError.isInstance(error)) {
      const problem = `I cannot read the attached PDF. ${error.message} ${error.hint}`;
      return { pages: [], problem, mayPass: error.code === 'pdf_reader_failed' };
    }
    throw error;
  }
}

const unread = (problem: string): DocumentText => ({ pages: [], problem });
