import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { textWidth, wrapText } from './helvetica.ts';
import { REPORT, type ReportBlock } from './report-text.ts';

/** Where the report lies that the example sends to the model. */
export const REPORT_PATH = fileURLToPath(new URL('./tidal-pilot-report.pdf', import.meta.url));

const PAGE = { width: 595, height: 842, left: 72, right: 523, top: 770, footer: 48 };
const BODY = { size: 11, leading: 16, gap: 9 };
const HEADING = { size: 14, before: 12, after: 22 };
const TABLE = { size: 10, leading: 18 };
const BLUE = '0.07 0.29 0.45';
const BLACK = '0.13 0.13 0.13';
const GREY = '0.45 0.45 0.45';

/**
 * Writes the report as a PDF 1.4 file: standard fonts, uncompressed text, no date and no random id, so that the same
 * text always gives the same bytes.
 */
export function makeReportPdf(): Uint8Array {
  const pageCount = REPORT.pages.length;
  // Objects 1 to 5 are the same for every document; each page then takes two, the page and its content.
  const pageId = (index: number) => 6 + 2 * index;
  const kids = REPORT.pages.map((_, index) => `${pageId(index)} 0 R`).join(' ');
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R /Lang (en) >>',
    `<< /Type /Pages /Kids [${kids}] /Count ${pageCount} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold /Encoding /WinAnsiEncoding >>',
    `<< /Title ${pdfString(REPORT.title)} /Producer (Catenary example) >>`,
  ];
  REPORT.pages.forEach((blocks, index) => {
    const content = drawPage(blocks, index, pageCount);
    objects.push(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${PAGE.width} ${PAGE.height}] ` +
        `/Resources << /Font << /F1 3 0 R /F2 4 0 R >> >> /Contents ${pageId(index) + 1} 0 R >>`,
      `<< /Length ${content.length} >>\nstream\n${content}endstream`,
    );
  });
  return new TextEncoder().encode(writeFile(objects));
}

/** Lays objects out one after the other, numbered from 1, and lists their byte offsets. The text is ASCII: characters are bytes. */
function writeFile(objects: readonly string[]): string {
  let file = '%PDF-1.4\n';
  const offsets: number[] = [];
  objects.forEach((object, index) => {
    offsets.push(file.length);
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
  });
  // Each entry is exactly twenty bytes, which is why a space stands before the line feed.
  const entries = [
    '0000000000 65535 f \n',
    ...offsets.map((at) => `${String(at).padStart(10, '0')} 00000 n \n`),
  ];
  const trailer = `<< /Size ${entries.length} /Root 1 0 R /Info 5 0 R >>`;
  return `${file}xref\n0 ${entries.length}\n${entries.join('')}trailer\n${trailer}\nstartxref\n${file.length}\n%%EOF\n`;
}

function drawPage(blocks: readonly ReportBlock[], index: number, pageCount: number): string {
  let content = '';
  let y = PAGE.top;
  if (index === 0) {
    content += drawText('F2', 22, PAGE.left, y, REPORT.title, BLUE);
    content += drawText('F1', 12, PAGE.left, y - 24, REPORT.subtitle, GREY);
    content += drawRule(y - 38);
    y -= 74;
  } else {
    content += drawText('F1', 9, PAGE.left, y + 14, REPORT.title, GREY);
    content += drawRule(y + 6);
    y -= 26;
  }
  for (const block of blocks) {
    const drawn = drawBlock(block, y);
    content += drawn.content;
    y = drawn.y;
  }
  if (y < PAGE.footer + BODY.leading) throw new Error(`Page ${index + 1} of the report is too full.`);
  const footer = `Page ${index + 1} of ${pageCount}`;
  return content + drawText('F1', 9, PAGE.right - textWidth(footer, 9), PAGE.footer, footer, GREY);
}

function drawBlock(block: ReportBlock, startY: number): { readonly content: string; readonly y: number } {
  let y = startY;
  let content = '';
  switch (block.type) {
    case 'heading':
      y -= HEADING.before;
      content = drawText('F2', HEADING.size, PAGE.left, y, block.text, BLUE);
      return { content, y: y - HEADING.after };
    case 'paragraph':
      for (const line of wrapText(block.text, BODY.size, PAGE.right - PAGE.left)) {
        content += drawText('F1', BODY.size, PAGE.left, y, line, BLACK);
        y -= BODY.leading;
      }
      return { content, y: y - BODY.gap };
    case 'table':
      block.rows.forEach((row, index) => {
        const columnWidth = (PAGE.right - PAGE.left) / row.length;
        row.forEach((cell, column) => {
          const font = index === 0 ? 'F2' : 'F1';
          content += drawText(font, TABLE.size, PAGE.left + column * columnWidth, y, cell, BLACK);
        });
        content += drawRule(y - 5);
        y -= TABLE.leading;
      });
      return { content, y: y - BODY.gap };
  }
}

function drawText(
  font: 'F1' | 'F2',
  size: number,
  x: number,
  y: number,
  text: string,
  color: string,
): string {
  return `BT /${font} ${size} Tf ${color} rg ${round(x)} ${round(y)} Td ${pdfString(text)} Tj ET\n`;
}

function drawRule(y: number): string {
  return `0.75 0.75 0.75 RG 0.6 w ${PAGE.left} ${round(y)} m ${PAGE.right} ${round(y)} l S\n`;
}

function pdfString(text: string): string {
  return `(${text.replace(/[\\()]/g, '\\$&')})`;
}

function round(points: number): string {
  return String(Math.round(points * 100) / 100);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeFileSync(REPORT_PATH, makeReportPdf());
  console.log(`wrote ${REPORT_PATH}`);
}
