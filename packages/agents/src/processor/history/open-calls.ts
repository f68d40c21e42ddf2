import type { Content, FunctionCall, FunctionResponse, Part } from '@google/genai';
import type { Event } from '../../contract/event.ts';
import type { LlmResponse } from '../../contract/llm-response.ts';
import { getFunctionCalls, getFunctionResponses } from '../../event/get-function-calls.ts';

/** A call of the newest answer in view, and the result it got so far. */
export interface OpenCall {
  readonly call: FunctionCall;
  readonly isLongRunning: boolean;
  response?: FunctionResponse;
}

/** The calls of an answer that wait for a result from here, in order. A server may have answered others itself. */
export function unansweredCalls(answer: LlmResponse): FunctionCall[] {
  const answered = new Set(getFunctionResponses(answer).map(({ id }) => id));
  return getFunctionCalls(answer).filter(({ id }) => !answered.has(id));
}

/** The calls of one answer, in the order the model made them, all without results. */
export function openCallsOf(event: Event): OpenCall[] {
  const longRunningIds = new Set(event.longRunningToolIds);
  return unansweredCalls(event).map((call) => ({ call, isLongRunning: longRunningIds.has(call.id ?? '') }));
}

/**
 * Gives a result to the first call that waits for it. False when none does: the call was answered before, or was made
 * by someone else. Ids are unique only within one answer (local servers start over with each), so only the calls of the
 * newest answer are looked at.
 */
export function giveResult(openCalls: readonly OpenCall[], response: FunctionResponse): boolean {
  const waiting = openCalls.find(
    ({ call, response: known }) =>
      known === undefined &&
      (response.id === undefined ? call.name === response.name : call.id === response.id),
  );
  if (waiting === undefined) {
    return false;
  }
  waiting.response = response;
  return true;
}

/** Results of all the calls, in call order. A call without one is answered too: servers refuse what leaves one open. */
export function resultsContent(openCalls: readonly OpenCall[]): Content {
  return {
    role: 'user',
    parts: openCalls.map((openCall): Part => ({ functionResponse: responseTo(openCall) })),
  };
}

function responseTo({ call, isLongRunning, response }: OpenCall): FunctionResponse {
  const identity = {
    ...(call.id === undefined ? {} : { id: call.id }),
    ...(call.name === undefined ? {} : { name: call.name }),
  };
  if (response !== undefined) {
    return { ...response, ...identity };
  }
  return {
    ...identity,
    response: isLongRunning
      ? { status: 'pending', message: 'There is no result yet. It will be told when it comes.' }
      : { error: 'Not executed: the run ended before this call returned a result.' },
  };
}
