import { ReadonlyContext } from '../context/readonly-context.ts';
import type { InvocationContext } from '../contract/context.ts';
import { appendInstruction } from './append-instruction.ts';
import { fillTemplate } from './fill-template.ts';
import { hasLlmAgentSettings, type InstructionProvider } from './llm-agent-settings.ts';
import type { RequestDraft } from './request-draft.ts';

/** The root agent's global instruction, then the agent's own. A template is filled from the state, a function's answer is not. */
export async function instructions({ agent, context, request }: RequestDraft): Promise<void> {
  const { rootAgent } = agent;
  if (hasLlmAgentSettings(rootAgent)) {
    appendInstruction(request, await toInstruction(rootAgent.globalInstruction, context));
  }
  appendInstruction(request, await toInstruction(agent.instruction, context));
}

async function toInstruction(
  instruction: string | InstructionProvider,
  context: InvocationContext,
): Promise<string> {
  return typeof instruction === 'string'
    ? fillTemplate(instruction, context.session.state)
    : await instruction(new ReadonlyContext(context));
}
