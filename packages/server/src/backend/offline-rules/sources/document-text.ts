import { createHash } from 'node:crypto';
import type { DocumentContent } from '@catenary/protocol';
import { extractPdfText } from '../../../tool/pdf-text.ts';
import { PdfTextError } from '../../../tool/pdf-text-error.ts';

/** A document's text by page, or why there is none, as a sentence for the user. */
export type DocumentText =
  | { readonly pages: readonly string[]; readonly problem?: undefined }
  | { readonly pages: readonly []; readonly problem: string };

/** How many documents' texts are kept; a chain asks for the same few again and again. */
const CACHE_SIZE = 8;

/** Reads attached documents. Texts are kept by content hash, the least recently used dropped first. */
export function createDocumentReader(): (
  document: DocumentContent,
  signal: AbortSignal,
) => Promise<DocumentText> {
  const cache = new Map<string, DocumentText>();
  return async (document, signal) => {
    if (document.data === undefined) {
      return unread('I can only read a document whose bytes are attached, not one behind an address.');
    }
    const key = createHash('sha256')
      .update(document.mime_type ?? '')
      .update(document.data)
      .digest('base64');
    const text =
      cache.get(key) ?? (await read(Buffer.from(document.data, 'base64'), document.mime_type, signal));
    cache.delete(key);
    cache.set(key, text);
    for (const oldest of [...cache.keys()].slice(0, Math.max(0, cache.size - CACHE_SIZE))) {
      cache.delete(oldest);
    }
    return text;
  };
}

async function read(bytes: Buffer, mimeType: string | undefined, signal: AbortSignal): Promise<DocumentText> {
  if (mimeType?.startsWith('text/') || mimeType === 'application/json') {
    return { pages: [bytes.toString('utf8')] };
  }
  if (mimeType !== undefined && mimeType !== 'application/pdf') {
    return unread(`I cannot read documents of type ${mimeType}; PDF and plain text work.`);
  }
  try {
    const { pages } = await extractPdfText(bytes, { signal });
    const isEmpty = pages.every((page) => page.trim() === '');
    return isEmpty ? unread('The attached PDF holds no text that I can read; it may be scanned.') : { pages };
  } catch (error) {
    if (PdfTextError.isInstance(error)) {
      return unread(`I cannot read the attached PDF. ${error.message} ${error.hint}`);
    }
    throw error;
  }
}

const unread = (problem: string): DocumentText => ({ pages: [], problem });
