import { readFileSync } from 'node:fs';
import { extractText } from 'unpdf';
import { describe, expect, it } from 'vitest';
import { makeReportPdf, REPORT_PATH } from './make-pdf.ts';

describe('the report of the example', () => {
  it('is what the script writes, byte for byte', () => {
    expect(makeReportPdf()).toEqual(Uint8Array.from(readFileSync(REPORT_PATH)));
  });

  it('lists its objects where they stand', () => {
    const file = new TextDecoder().decode(makeReportPdf());
    const offsets = [...file.matchAll(/^(\d{10}) 00000 n $/gm)].map((match) => Number(match[1]));
    expect(offsets.length).toBeGreaterThan(9);
    offsets.forEach((offset, index) => {
      expect(file.slice(offset)).toMatch(new RegExp(`^${index + 1} 0 obj\n`));
    });
    const start = Number(/startxref\n(\d+)\n%%EOF\n$/.exec(file)?.[1]);
    expect(file.slice(start)).toMatch(/^xref\n/);
  });

  it.each([
    [1, 'Kelpie'],
    [2, '4,318'],
    [3, 'Brennick'],
  ])('tells on page %d, and there first, of %s', async (page, fact) => {
    const { text } = await extractText(makeReportPdf());
    expect(text.findIndex((each) => each.includes(fact)) + 1).toBe(page);
  });
});
