import { AgentsError } from '../error.ts';
import type { RequestDraft } from './request-draft.ts';

/**
 * Refuses a local code executor where it could only fail in the middle of a conversation: over the Interactions API
 * the server, not this program, decides what follows a piece of code, and beside function calling the two would answer
 * each other's turns.
 */
export function codeExecution({ agent, model, tools }: RequestDraft): void {
  if (agent.codeExecutor === undefined) {
    return;
  }
  const functionTool = tools.find((tool) => tool._getDeclaration() !== undefined);
  if (model.interactionsTarget !== undefined && functionTool !== undefined) {
    throw new AgentsError({
      code: 'unsupported_combination',
      message: `The agent "${agent.name}" has a code executor beside the function tool "${functionTool.name}", and ${model.model} runs over the Interactions API, where the two cannot work together: the server holds the turn and waits for the function's result, with no place for the output of code that ran here.`,
      hint: 'Take out the code executor or the function tools, or switch useInteractionsApi off for this agent.',
    });
  }
  throw new AgentsError({
    code: 'missing_capability',
    message: `The agent "${agent.name}" has a code executor, and this version runs no code that a model wrote.`,
    hint: 'Take out codeExecutor, or offer what the code would do as a function tool.',
  });
}
