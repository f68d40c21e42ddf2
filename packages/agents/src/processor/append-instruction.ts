import type { LlmRequest } from '../contract/llm-request.ts';

/** Adds a paragraph to the system instruction; an empty one adds nothing. */
export function appendInstruction(request: LlmRequest, instruction: string): void {
  if (instruction === '') {
    return;
  }
  const before = request.config?.systemInstruction;
  const systemInstruction = typeof before === 'string' ? `${before}\n\n${instruction}` : instruction;
  request.config = { ...request.config, systemInstruction };
}
