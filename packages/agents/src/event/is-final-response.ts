import type { Event } from '../contract/event.ts';
import { getFunctionCalls, getFunctionResponses } from './get-function-calls.ts';

/**
 * Whether the agent is done with this event: it is whole and leaves no call or result for the model to go on with.
 * A long-running call and a result that is the answer itself (`skipSummarization`) are final, too, and so is an event
 * that only changes state.
 */
export function isFinalResponse(event: Event): boolean {
  if (event.actions.skipSummarization === true || (event.longRunningToolIds?.length ?? 0) > 0) {
    return true;
  }
  return (
    event.partial !== true &&
    getFunctionCalls(event).length === 0 &&
    getFunctionResponses(event).length === 0 &&
    !hasTrailingCodeExecutionResult(event)
  );
}

/** Whether the last thing in the event is the result of executed code, which the model has yet to speak about. */
export function hasTrailingCodeExecutionResult(event: Event): boolean {
  return event.content?.parts?.at(-1)?.codeExecutionResult !== undefined;
}
