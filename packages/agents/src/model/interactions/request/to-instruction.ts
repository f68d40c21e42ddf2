import type { ContentUnion } from '@google/genai';

/** The system instruction as the one string that the wire takes: its texts on lines of their own; `undefined` for none. */
export function toInstruction(instruction: ContentUnion | undefined): string | undefined {
  const text = textOf(instruction);
  return text === '' ? undefined : text;
}

function textOf(value: ContentUnion | undefined): string {
  if (value === undefined || typeof value === 'string') {
    return value ?? '';
  }
  if (Array.isArray(value)) {
    return value.map(textOf).filter(Boolean).join('\n');
  }
  if ('parts' in value) {
    return textOf(value.parts);
  }
  return 'text' in value ? (value.text ?? '') : '';
}
