import { expect, it } from 'vitest';
import { PdfTextError } from '../../../tool/pdf-text-error.ts';
import { createDocumentReader } from './document-text.ts';

const pdf = (text: string) => ({ type: 'document', mime_type: 'application/pdf', data: btoa(text) }) as const;
const { signal } = new AbortController();

it('documents that a chain asks for in turn are read once each', async () => {
  const reads: string[] = [];
  const read = createDocumentReader(async (bytes) => {
    const text = new TextDecoder().decode(bytes);
    reads.push(text);
    return { pages: [text] };
  });
  for (const text of ['one', 'two', 'one', 'two']) {
    expect(await read(pdf(text), signal)).toEqual({ pages: [text] });
  }
  expect(reads).toEqual(['one', 'two']);
});

it('a reader that could not be started is tried again, a broken document is not', async () => {
  const codes = ['pdf_reader_failed', 'pdf_unreadable'] as const;
  let reads = 0;
  const read = createDocumentReader(async () => {
    const code = codes[reads] ?? 'pdf_unreadable';
    reads += 1;
    throw new PdfTextError({ code, message: code, hint: 'Try.' });
  });
  const problems: (string | undefined)[] = [];
  for (let turn = 0; turn < 3; turn += 1) {
    problems.push((await read(pdf('x'), signal)).problem);
  }
  expect(problems[0]).toContain('pdf_reader_failed');
  expect(problems[2]).toContain('pdf_unreadable');
  expect(reads).toBe(2);
});
