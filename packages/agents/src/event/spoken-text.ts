import type { Content } from '@google/genai';

/** What a content says to people: its texts joined, without thoughts. */
export function spokenText(content: Content | undefined): string {
  return (content?.parts ?? []).map(({ text, thought }) => (thought === true ? '' : (text ?? ''))).join('');
}
