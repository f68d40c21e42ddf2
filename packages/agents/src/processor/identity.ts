import { appendInstruction } from './append-instruction.ts';
import type { RequestDraft } from './request-draft.ts';

/** Tells the model which agent it is. */
export function identity({ agent, request }: RequestDraft): void {
  const description = agent.description === '' ? '' : ` What you are for: ${agent.description}`;
  appendInstruction(request, `You are an agent; your name is "${agent.name}".${description}`);
}
