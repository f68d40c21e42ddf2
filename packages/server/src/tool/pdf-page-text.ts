/** A run of text as a PDF places it. */
export interface PlacedText {
  readonly text: string;
  /** Whether the reader saw a line end behind the run. */
  readonly hasEOL: boolean;
  /** Height above the lower edge of the page in points. */
  readonly y: number;
  /** Height of the font in points; 0 for runs that only space others out. */
  readonly height: number;
}

interface Line {
  readonly text: string;
  readonly y: number;
  readonly height: number;
}

/** How many line gaps make a page's usual gap known; below that it is guessed from the font. */
const MIN_GAPS = 5;
const LEADING_BY_HEIGHT = 1.6;
/** A gap this much over the usual one starts a paragraph. */
const PARAGRAPH_GAP = 1.3;
/** Lines whose fonts differ by more are a heading and its text. */
const HEADING_RATIO = 1.15;

/**
 * Puts the runs of one page together as they read: lines end with a line feed, paragraphs and headings stand apart by a
 * blank line, white space inside a line is one space. The order is the file's own.
 */
export function pageText(runs: readonly PlacedText[]): string {
  const lines = toLines(runs);
  const usualGap = medianGap(lines);
  let text = '';
  lines.forEach((line, index) => {
    const previous = lines[index - 1];
    if (previous !== undefined) text += startsParagraph(previous, line, usualGap) ? '\n\n' : '\n';
    text += line.text;
  });
  return text;
}

function toLines(runs: readonly PlacedText[]): readonly Line[] {
  const lines: Line[] = [];
  let open: PlacedText[] = [];
  const endLine = () => {
    // A PDF may place any byte; control characters say nothing to a reader and would travel on into JSON and logs.
    const text = open
      .map((run) => run.text)
      .join('')
      .replace(/[\s\p{Cc}]+/gu, ' ')
      .trim();
    const placed = open.find((run) => run.text.trim() !== '');
    if (text !== '' && placed !== undefined) {
      lines.push({ text, y: placed.y, height: Math.max(...open.map((run) => run.height)) });
    }
    open = [];
  };
  for (const run of runs) {
    open.push(run);
    if (run.hasEOL) endLine();
  }
  endLine();
  return lines;
}

function medianGap(lines: readonly Line[]): number | undefined {
  const gaps = lines
    .map((line, index) => (lines[index - 1]?.y ?? line.y) - line.y)
    .filter((gap) => gap > 0)
    .sort((a, b) => a - b);
  return gaps.length < MIN_GAPS ? undefined : gaps[Math.floor(gaps.length / 2)];
}

function startsParagraph(previous: Line, line: Line, usualGap: number | undefined): boolean {
  const smaller = Math.min(previous.height, line.height);
  const larger = Math.max(previous.height, line.height);
  if (larger > smaller * HEADING_RATIO) return true;
  const gap = previous.y - line.y;
  // Upwards is the next column, or a footer written first.
  return gap < 0 || gap > PARAGRAPH_GAP * (usualGap ?? LEADING_BY_HEIGHT * line.height);
}
