import type { DocumentContent } from '@catenary/protocol';
import { extractPdfText } from '../../../tool/pdf-text.ts';
import { PdfTextError } from '../../../tool/pdf-text-error.ts';

/** A document's text by page, or why there is none, as a sentence for the user. */
export type DocumentText =
  | { readonly pages: readonly string[]; readonly problem?: undefined }
  | { readonly pages: readonly []; readonly problem: string };

/** Reads attached documents, and keeps the last one's text: a chain asks for the same one again and again. */
export function createDocumentReader() {
  let last: { readonly key: string; readonly text: DocumentText } | undefined;
  return async ({ data, mime_type }: DocumentContent, signal: AbortSignal): Promise<DocumentText> => {
    if (data === undefined) {
      return unread('I can only read a document whose bytes are attached, not one behind an address.');
    }
    const key = `${mime_type} ${data}`;
    const text = last?.key === key ? last.text : await read(Buffer.from(data, 'base64'), mime_type, signal);
    last = { key, text };
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
