export interface CodeBlock {
  /** The word after the fence, such as `ts`; empty when there is none. */
  readonly language: string;
  /** Every line with its end. */
  readonly text: string;
  /** The line of the opening fence, counted from 1. */
  readonly line: number;
  /** What a comment `<!-- from: file.ts#region -->` just above the block names. */
  readonly from?: string;
}

export interface Markdown {
  /** Depth of each heading, in order: 1 for `#`. */
  readonly headings: readonly number[];
  readonly blocks: readonly CodeBlock[];
  /** Targets of links and images, without those inside code. */
  readonly links: readonly { readonly target: string; readonly line: number }[];
}

/**
 * Reads the parts of a Markdown text that can be checked.
 *
 * @throws Error when a code block is not closed.
 */
export function readMarkdown(text: string): Markdown {
  const lines = text.split(/\r?\n/);
  const headings: number[] = [];
  const blocks: CodeBlock[] = [];
  const links: { target: string; line: number }[] = [];
  let from: string | undefined;
  for (let index = 0; index < lines.length; index += 1) {
    const line = lines[index] ?? '';
    const block = readBlock(lines, index);
    if (block !== undefined) {
      blocks.push({ ...block, ...(from === undefined ? {} : { from }) });
      index += block.text.split('\n').length;
    } else {
      const heading = /^(#{1,6})\s/.exec(line)?.[1];
      if (heading !== undefined) headings.push(heading.length);
      links.push(...readLinks(line).map((target) => ({ target, line: index + 1 })));
    }
    // The comment may be set off from its block by blank lines.
    if (line.trim() !== '') from = /^\s*<!-- from: (\S+) -->\s*$/.exec(line)?.[1];
  }
  return { headings, blocks, links };
}

function readBlock(lines: readonly string[], start: number): CodeBlock | undefined {
  const [, indent = '', fence, language = ''] = /^(\s*)(`{3,}|~{3,})\s*(\S*)/.exec(lines[start] ?? '') ?? [];
  if (fence === undefined) return undefined;
  const end = lines.findIndex((line, index) => index > start && line.trim() === fence);
  if (end === -1) throw new Error(`the code block of line ${start + 1} is not closed`);
  const text = lines
    .slice(start + 1, end)
    .map((line) => `${line.slice(indent.length)}\n`)
    .join('');
  return { language, text, line: start + 1 };
}

function readLinks(line: string): readonly string[] {
  const prose = line.replace(/`[^`]*`/g, '');
  return [...prose.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target);
}
