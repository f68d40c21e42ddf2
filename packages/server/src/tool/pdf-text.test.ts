import { deflateSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { extractPdfText } from './pdf-text.ts';
import { PdfTextError } from './pdf-text-error.ts';
import { readPdf } from './read-pdf.ts';

const FONTS = '/F1 3 0 R /F2 4 0 R';

/** A PDF of the given page contents (Latin-1, as bytes), written by hand; entries of its dictionaries can be added. */
function pdfOf(contents: readonly string[], trailerEntries = '', streamEntries = ''): Uint8Array {
  const kids = contents.map((_, index) => `${8 + 2 * index} 0 R`).join(' ');
  const toUnicode =
    'begincmap 1 begincodespacerange <0000> <ffff> endcodespacerange ' +
    '3 beginbfchar <0001> <6f6e> <0002> <6c50> <0003> <8a18> endbfchar endcmap';
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids}] /Count ${contents.length} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    '<< /Type /Font /Subtype /Type0 /BaseFont /Any /Encoding /Identity-H /DescendantFonts [5 0 R] /ToUnicode 7 0 R >>',
    '<< /Type /Font /Subtype /CIDFontType2 /BaseFont /Any /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> /FontDescriptor 6 0 R /DW 1000 >>',
    '<< /Type /FontDescriptor /FontName /Any /Flags 4 /FontBBox [0 0 1000 1000] /ItalicAngle 0 /Ascent 800 /Descent -200 /CapHeight 700 /StemV 80 >>',
    `<< /Length ${toUnicode.length} >>\nstream\n${toUnicode}\nendstream`,
  ];
  contents.forEach((content, index) => {
    objects.push(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << ${FONTS} >> >> /Contents ${9 + 2 * index} 0 R >>`,
      `<< /Length ${content.length} ${streamEntries} >>\nstream\n${content}\nendstream`,
    );
  });
  let file = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const offset = file.length;
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(offset).padStart(10, '0')} 00000 n \n`;
  });
  const size = objects.length + 1;
  return Buffer.from(
    `${file}xref\n0 ${size}\n0000000000 65535 f \n${offsets.join('')}trailer\n` +
      `<< /Size ${size} /Root 1 0 R ${trailerEntries} >>\nstartxref\n${file.length}\n%%EOF\n`,
    'latin1',
  );
}

/** Text at a place on the page, in points from the lower left corner. */
function text(x: number, y: number, words: string, size = 11): string {
  return `BT /F1 ${size} Tf ${x} ${y} Td (${words}) Tj ET`;
}

async function failureOf(
  bytes: Uint8Array,
  options?: Parameters<typeof extractPdfText>[1],
): Promise<unknown> {
  return extractPdfText(bytes, options).then(undefined, (reason: unknown) => reason);
}

describe('the text of a PDF', () => {
  it('comes page by page, a page without text as an empty string', async () => {
    const { pages } = await extractPdfText(
      pdfOf([text(72, 700, 'First page'), '', text(72, 700, 'Third page')]),
    );
    expect(pages).toEqual(['First page', '', 'Third page']);
  });

  it('keeps lines, sets paragraphs and headings apart, and joins the words of a line', async () => {
    const page = [
      text(72, 740, 'A heading', 16),
      text(72, 712, 'The first line of a paragraph'),
      text(72, 696, 'and the second line'),
      text(72, 680, 'and the third.'),
      text(72, 650, 'Another paragraph'),
      text(72, 634, 'with an end.'),
      text(72, 618, 'Left'),
      text(300, 618, 'right'),
    ].join('\n');
    expect((await extractPdfText(pdfOf([page]))).pages).toEqual([
      'A heading\n\nThe first line of a paragraph\nand the second line\nand the third.\n\n' +
        'Another paragraph\nwith an end.\nLeft right',
    ]);
  });

  it('is read through the character maps of its fonts', async () => {
    const chinese = 'BT /F2 14 Tf 72 700 Td <000100020003> Tj ET';
    expect((await extractPdfText(pdfOf([chinese]))).pages).toEqual(['潮汐記']);
  });

  it('holds no control characters', async () => {
    const page = text(72, 700, 'be\\000fore\\007after');
    expect((await extractPdfText(pdfOf([page]))).pages[0]).not.toMatch(/\p{Cc}/u);
  });

  it('leaves the bytes as they were', async () => {
    const bytes = pdfOf([text(72, 700, 'Kept')]);
    const before = Uint8Array.from(bytes);
    await extractPdfText(bytes);
    expect(Uint8Array.from(bytes)).toEqual(before);
  });

  it('is read from many files at once', async () => {
    const files = ['one', 'two', 'three'].map((word) => pdfOf([text(72, 700, word)]));
    const read = await Promise.all(files.map((bytes) => extractPdfText(bytes)));
    expect(read.map(({ pages }) => pages[0])).toEqual(['one', 'two', 'three']);
  });
});

describe('a PDF that gives no text', () => {
  const whole = pdfOf([text(72, 700, 'Whole')]);

  it.each([
    ['zero bytes', new Uint8Array()],
    ['another kind of file', new TextEncoder().encode('<html><p>Not a PDF</p></html>')],
    ['the header alone', whole.slice(0, 9)],
    ['the first half', whole.slice(0, whole.length / 2)],
  ])('is unreadable: %s', async (_, bytes) => {
    const error = await failureOf(bytes);
    expect(error).toMatchObject({ code: 'pdf_unreadable', retryable: false });
    expect(PdfTextError.isInstance(error)).toBe(true);
  });

  it('is told apart when it needs a password', async () => {
    const key = '00'.repeat(32);
    const encrypt = `/Encrypt << /Filter /Standard /V 1 /R 2 /O <${key}> /U <${key}> /P -44 >> /ID [<00> <00>]`;
    expect(await failureOf(pdfOf([text(72, 700, 'Secret')], encrypt))).toMatchObject({
      code: 'pdf_encrypted',
    });
  });

  it('is refused over a limit, and read up to it', async () => {
    const bytes = pdfOf([text(72, 700, 'four'), text(72, 700, 'more')]);
    expect(await failureOf(bytes, { maxPages: 1 })).toMatchObject({ code: 'pdf_too_large' });
    expect(await failureOf(bytes, { maxChars: 7 })).toMatchObject({ code: 'pdf_too_large' });
    expect(await extractPdfText(bytes, { maxPages: 2, maxChars: 8 })).toEqual({ pages: ['four', 'more'] });
  });

  it('rejects with the reason of its signal, before and after the file is opened', async () => {
    const reason = new Error('enough');
    const bytes = pdfOf([text(72, 700, 'four')]);
    expect(await failureOf(bytes, { signal: AbortSignal.abort(reason) })).toBe(reason);
    const controller = new AbortController();
    const reading = failureOf(bytes, { signal: controller.signal });
    controller.abort(reason);
    expect(await reading).toBe(reason);
  });
});

describe('a PDF that would keep the server busy', () => {
  it('is refused when it holds far more text than its size tells', async () => {
    const content = deflateSync(`${text(72, 700, 'A'.repeat(60))}\n`.repeat(40_000));
    const bytes = pdfOf([content.toString('latin1')], '', '/Filter /FlateDecode');
    expect(bytes.length).toBeLessThan(100_000);
    expect(await failureOf(bytes)).toMatchObject({ code: 'pdf_too_large' });
  }, 60_000);

  it('is refused when reading takes too long', async () => {
    const bytes = pdfOf([text(72, 700, 'slow')]);
    expect(await failureOf(bytes, { timeoutMs: 1 })).toMatchObject({ code: 'pdf_too_large' });
  });

  it('is let go with the loop that reads it', async () => {
    const bytes = pdfOf([text(72, 700, 'first'), text(72, 700, 'second')]);
    for await (const message of readPdf(bytes, 1_000, new AbortController().signal)) {
      expect(message).toEqual({ type: 'opened', pageCount: 2 });
      break;
    }
    const controller = new AbortController();
    const heard: string[] = [];
    for await (const message of readPdf(bytes, 1_000, controller.signal)) {
      heard.push(message.type);
      controller.abort();
    }
    expect(heard[0]).toBe('opened');
  });
});

describe('damaged bytes', () => {
  // Each run starts a process, hence few of them.
  const runs = { numRuns: 8 };
  const isTextOrError = async (bytes: Uint8Array) => {
    const result = await extractPdfText(bytes).catch((error: unknown) => error);
    if (!PdfTextError.isInstance(result)) expect(result).toHaveProperty('pages');
  };

  it('of any kind give text or a typed error', async () => {
    await fc.assert(fc.asyncProperty(fc.uint8Array({ maxLength: 400 }), isTextOrError), runs);
  }, 60_000);

  it('in a good file give text or a typed error', async () => {
    const whole = pdfOf([text(72, 700, 'Whole'), text(72, 700, 'Second')]);
    const damage = fc.array(fc.tuple(fc.nat(whole.length - 1), fc.integer({ min: 0, max: 255 })), {
      minLength: 1,
      maxLength: 12,
    });
    await fc.assert(
      fc.asyncProperty(damage, fc.integer({ min: 1, max: whole.length }), async (changes, length) => {
        const bytes = Uint8Array.from(whole);
        for (const [at, byte] of changes) bytes[at] = byte;
        await Promise.all([isTextOrError(bytes), isTextOrError(bytes.slice(0, length))]);
      }),
      runs,
    );
  }, 60_000);
});
