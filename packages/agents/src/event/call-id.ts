import type { Part } from '@google/genai';
import type { Runtime } from '../contract/runtime.ts';
import { defaultRuntime } from '../runtime.ts';

/** Tells an id of ours from a server's, which does not know ours. */
const PREFIX = 'adk-';

/** An id for a call that the model gave none. */
export function generateClientFunctionCallId(runtime: Runtime = defaultRuntime): string {
  return `${PREFIX}${runtime.newId()}`;
}

/** Whether {@link generateClientFunctionCallId} made the id. */
export function isClientFunctionCallId(id: string | undefined): boolean {
  return id?.startsWith(PREFIX) === true;
}

/** The part itself, unless it is a call without an id: results are told apart by id, so that one gets one. */
export function withCallId(part: Part, newCallId: () => string): Part {
  const { functionCall } = part;
  return functionCall === undefined || functionCall.id
    ? part
    : { ...part, functionCall: { ...functionCall, id: newCallId() } };
}
