import type { LlmResponse } from '../contract/llm-response.ts';

/** The text of an event, its parts joined. */
export function stringifyContent(event: LlmResponse): string {
  return (event.content?.parts ?? []).map((part) => part.text ?? '').join('');
}
