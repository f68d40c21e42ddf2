import type {
  CodeExecutionResult,
  ExecutableCode,
  FunctionCall,
  FunctionResponse,
  Part,
} from '@google/genai';
import type { Event } from '../contract/event.ts';
import { isFinalResponse } from './is-final-response.ts';

/** The kinds of {@link StructuredEvent}. */
export const EventType = {
  THOUGHT: 'thought',
  CONTENT: 'content',
  TOOL_CALL: 'tool_call',
  TOOL_RESULT: 'tool_result',
  CALL_CODE: 'call_code',
  CODE_RESULT: 'code_result',
  ERROR: 'error',
  ACTIVITY: 'activity',
  FINISHED: 'finished',
} as const;
export type EventType = (typeof EventType)[keyof typeof EventType];

/** One thing that an event says, ready for a switch on `type`. */
export type StructuredEvent =
  | { readonly type: typeof EventType.THOUGHT; readonly content: string }
  | { readonly type: typeof EventType.CONTENT; readonly content: string }
  | { readonly type: typeof EventType.TOOL_CALL; readonly call: FunctionCall }
  | { readonly type: typeof EventType.TOOL_RESULT; readonly result: FunctionResponse }
  | { readonly type: typeof EventType.CALL_CODE; readonly code: ExecutableCode }
  | { readonly type: typeof EventType.CODE_RESULT; readonly result: CodeExecutionResult }
  | { readonly type: typeof EventType.ERROR; readonly error: Error }
  | {
      readonly type: typeof EventType.ACTIVITY;
      readonly kind: string;
      readonly detail: Record<string, unknown>;
    }
  | { readonly type: typeof EventType.FINISHED; readonly output?: unknown };

/** What an event says, in order: an error alone, else one entry a part, then `finished` where the agent is done. */
export function toStructuredEvents(event: Event): StructuredEvent[] {
  if (event.errorCode !== undefined) {
    return [{ type: EventType.ERROR, error: new Error(event.errorMessage ?? event.errorCode) }];
  }
  const structured = (event.content?.parts ?? []).flatMap(structuredPart);
  return isFinalResponse(event) ? [...structured, { type: EventType.FINISHED }] : structured;
}

function structuredPart(part: Part): StructuredEvent[] {
  if (part.functionCall !== undefined) {
    return [{ type: EventType.TOOL_CALL, call: part.functionCall }];
  }
  if (part.functionResponse !== undefined) {
    return [{ type: EventType.TOOL_RESULT, result: part.functionResponse }];
  }
  if (part.executableCode !== undefined) {
    return [{ type: EventType.CALL_CODE, code: part.executableCode }];
  }
  if (part.codeExecutionResult !== undefined) {
    return [{ type: EventType.CODE_RESULT, result: part.codeExecutionResult }];
  }
  if (part.text !== undefined && part.text !== '') {
    return [{ type: part.thought === true ? EventType.THOUGHT : EventType.CONTENT, content: part.text }];
  }
  return [];
}
