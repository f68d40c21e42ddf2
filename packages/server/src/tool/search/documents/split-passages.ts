/** A piece of a document that can be quoted alone. */
export interface Passage {
  /** The heading it stands under, if any. */
  readonly heading: string | undefined;
  readonly text: string;
}

const DEFAULT_MAX_CHARS = 600;

/**
 * Cuts Markdown or plain text into passages of at most `maxChars` characters (default 600): at headings, then between
 * paragraphs, then between sentences, and inside a sentence only when it is longer than that. Nothing but Markdown's
 * heading and link marks is left out.
 */
export function splitPassages(document: string, maxChars = DEFAULT_MAX_CHARS): readonly Passage[] {
  const passages: Passage[] = [];
  let heading: string | undefined;
  let open = '';
  const flush = () => {
    if (open !== '') passages.push({ heading, text: open });
    open = '';
  };
  for (const block of blocksOf(document)) {
    const title = /^#{1,6}\s+(.+?)\s*#*$/.exec(block)?.[1];
    if (title !== undefined) {
      flush();
      heading = title;
      continue;
    }
    for (const piece of piecesOf(block, maxChars)) {
      if (open !== '' && open.length + 1 + piece.length > maxChars) flush();
      open = open === '' ? piece : `${open} ${piece}`;
    }
  }
  flush();
  return passages;
}

/** Paragraphs on one line each, and headings. */
function blocksOf(document: string): readonly string[] {
  return document
    .replace(/\r\n?/g, '\n')
    .replace(/^(#{1,6}\s.*)$/gm, '\n$1\n')
    .split(/\n\s*\n/)
    .map((block) =>
      block
        .replace(/!?\[([^\]\n]*)\]\([^)\s]*\)/g, '$1')
        .replace(/\s+/g, ' ')
        .trim(),
    )
    .filter((block) => block !== '');
}

function piecesOf(block: string, maxChars: number): readonly string[] {
  if (block.length <= maxChars) return [block];
  // Chinese and Japanese sentences end without a space.
  const sentences = block.split(/(?<=[.!?]["'”’)]?)\s+|(?<=[。！？])/u);
  return sentences.flatMap((sentence) => hardCuts(sentence, maxChars));
}

function hardCuts(sentence: string, maxChars: number): readonly string[] {
  const pieces: string[] = [];
  let rest = sentence;
  while (rest.length > maxChars) {
    const space = rest.lastIndexOf(' ', maxChars);
    let end = space > 0 ? space : maxChars;
    // Never between the halves of a character.
    if (/[\uD800-\uDBFF]/.test(rest.charAt(end - 1))) end -= 1;
    pieces.push(rest.slice(0, end));
    rest = rest.slice(end).trimStart();
  }
  if (rest !== '') pieces.push(rest);
  return pieces;
}
