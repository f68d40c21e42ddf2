import type { InteractionStatus, ReceivedFunctionCallStep, ReceivedStep } from './types.ts';

const TERMINAL: ReadonlySet<string> = new Set<InteractionStatus>([
  'requires_action',
  'completed',
  'incomplete',
  'requires_continuation',
  'budget_exceeded',
  'failed',
  'cancelled',
]);

/** Whether nothing more will happen under this id. A status of a later version counts as not finished. */
export function isTerminalStatus(status: string): boolean {
  return TERMINAL.has(status);
}

/**
 * The calls that no result among the steps answers, in order. Decide by these whether a client must act: a server has been
 * seen to say `completed` with a call left open.
 */
export function pendingFunctionCalls(steps: Iterable<ReceivedStep>): ReceivedFunctionCallStep[] {
  const open = new Map<string, ReceivedFunctionCallStep>();
  for (const step of steps) {
    if (step.type === 'function_call') {
      open.set(step.id, step);
    } else if (step.type === 'function_result') {
      open.delete(step.call_id);
    }
  }
  return [...open.values()];
}
