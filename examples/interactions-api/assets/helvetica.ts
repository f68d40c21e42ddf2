/**
 * Widths of the printable ASCII characters in Helvetica, from the space on, in thousandths of the font size.
 * @see https://github.com/adobe-type-tools/Adobe-Core14_AFMs the font metrics that every PDF reader has built in
 */
const WIDTHS: readonly number[] = [
  278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556, 556, 556,
  556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556, 1015, 667, 667, 722, 722, 667, 611, 778, 722, 278,
  500, 667, 556, 833, 722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469,
  556, 333, 556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556, 556, 556, 333, 500,
  278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584,
];

/** Width of a line of Helvetica in points. Throws on a character outside printable ASCII, which we have no width for. */
export function textWidth(text: string, fontSize: number): number {
  let thousandths = 0;
  for (const character of text) {
    const width = WIDTHS[(character.codePointAt(0) ?? 0) - 0x20];
    if (width === undefined) throw new Error(`No width for ${JSON.stringify(character)} in Helvetica.`);
    thousandths += width;
  }
  return (thousandths * fontSize) / 1000;
}

/** Breaks a paragraph at spaces into lines of at most `width` points. A longer word gets a line of its own. */
export function wrapText(text: string, fontSize: number, width: number): readonly string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (line !== '' && textWidth(longer, fontSize) > width) {
      lines.push(line);
      line = word;
    } else {
      line = longer;
    }
  }
  if (line !== '') lines.push(line);
  return lines;
}
