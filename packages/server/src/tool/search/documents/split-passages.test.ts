import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { splitPassages } from './split-passages.ts';

describe('a document cut into passages', () => {
  it('is cut at headings, which name what follows', () => {
    expect(splitPassages('Before.\n# One #\nFirst.\r\n\r\nStill first.\n\n### Two\nSecond.')).toEqual([
      { heading: undefined, text: 'Before.' },
      { heading: 'One', text: 'First. Still first.' },
      { heading: 'Two', text: 'Second.' },
    ]);
  });

  it('is cut between paragraphs before it is cut between sentences', () => {
    const passages = splitPassages('One two.\n\nThree four. Five six.\n\nSeven.', 24);
    expect(passages.map((passage) => passage.text)).toEqual(['One two.', 'Three four. Five six.', 'Seven.']);
    expect(splitPassages('长句子在这里。第二句。', 8).map(({ text }) => text)).toEqual([
      '长句子在这里。',
      '第二句。',
    ]);
  });

  it('loses nothing but white space, and keeps within its size', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'é', '𠮷', '.', '。', ' ', '\n'), maxLength: 300 });
    fc.assert(
      fc.property(text, fc.integer({ min: 2, max: 40 }), (document, maxChars) => {
        const passages = splitPassages(document, maxChars);
        const squeezed = (value: string) => value.replace(/\s+/g, '');
        expect(squeezed(passages.map((passage) => passage.text).join(''))).toBe(squeezed(document));
        for (const passage of passages) {
          expect(passage.text.length).toBeLessThanOrEqual(maxChars);
          expect(passage.text).not.toMatch(/\p{Surrogate}/u);
        }
      }),
    );
  });
});
