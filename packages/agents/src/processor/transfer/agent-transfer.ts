import { appendInstruction } from '../append-instruction.ts';
import type { RequestDraft } from '../request-draft.ts';
import { transferTargets } from './transfer-targets.ts';
import { TRANSFER_TOOL_NAME } from './transfer-tool-name.ts';

/** Tells the model whom it may hand the conversation to, and what each of them is for. */
export function agentTransfer({ agent, request }: RequestDraft): void {
  const targets = transferTargets(agent);
  if (targets.length === 0) {
    return;
  }
  appendInstruction(
    request,
    [
      `You can hand the conversation to another agent by calling \`${TRANSFER_TOOL_NAME}\`. Do so, without further text, when one of these is better placed to answer; otherwise answer yourself.`,
      ...targets.map(({ name, description }) => `- ${name}: ${description}`),
    ].join('\n'),
  );
}
