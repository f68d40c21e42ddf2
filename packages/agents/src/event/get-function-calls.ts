import type { FunctionCall, FunctionResponse } from '@google/genai';
import type { LlmResponse } from '../contract/llm-response.ts';

/** The calls in an event, in order. */
export function getFunctionCalls(event: LlmResponse): FunctionCall[] {
  return (event.content?.parts ?? []).flatMap((part) => part.functionCall ?? []);
}

/** The results of calls in an event, in order. */
export function getFunctionResponses(event: LlmResponse): FunctionResponse[] {
  return (event.content?.parts ?? []).flatMap((part) => part.functionResponse ?? []);
}
