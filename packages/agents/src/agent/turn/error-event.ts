import type { Event } from '../../contract/event.ts';
import { AgentsError, type AgentsErrorCode } from '../../error.ts';
import type { EventFactory } from '../event-factory.ts';

/** What the program that runs the agent must mend; nobody who reads events could. */
const CALLER_MISTAKES: ReadonlySet<AgentsErrorCode> = new Set([
  'invalid_argument',
  'unsupported_combination',
  'missing_capability',
  'missing_credentials',
  'script_mismatch',
]);

/** Whether an error is news about the model or its server, which the run reports as an event. Anything else is thrown on. */
export function isModelError(error: unknown): error is AgentsError {
  return AgentsError.isInstance(error) && !CALLER_MISTAKES.has(error.code);
}

/** The event that ends a run with an error. */
export function errorEvent(newEvent: EventFactory, errorCode: string, errorMessage: string): Event {
  return newEvent({ errorCode, errorMessage, turnComplete: true });
}

/** The event of an error on the way to the model or back: the server's own code where it refused, else ours. */
export function modelErrorEvent(newEvent: EventFactory, error: AgentsError): Event {
  const errorCode = error.code === 'request_refused' ? (error.serverCode ?? error.code) : error.code;
  return errorEvent(newEvent, errorCode, error.message);
}
