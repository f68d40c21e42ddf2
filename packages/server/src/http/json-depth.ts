/** How deep arrays and objects are nested in a JSON text, found without parsing it; for text that is no JSON, some number. */
export function jsonDepth(text: string): number {
  let depth = 0;
  let deepest = 0;
  for (let index = 0; index < text.length; index += 1) {
    switch (text[index]) {
      case '"':
        index = endOfString(text, index + 1);
        break;
      case '[':
      case '{':
        depth += 1;
        deepest = Math.max(deepest, depth);
        break;
      case ']':
      case '}':
        depth -= 1;
        break;
    }
  }
  return deepest;
}

/** The position of the quote that ends a string. Media are megabytes of one string, so it is searched, not walked. */
function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start);
  while (end !== -1 && isEscaped(text, end)) {
    end = text.indexOf('"', end + 1);
  }
  return end === -1 ? text.length : end;
}

function isEscaped(text: string, position: number): boolean {
  let first = position;
  while (text[first - 1] === '\\') {
    first -= 1;
  }
  return (position - first) % 2 === 1;
}
