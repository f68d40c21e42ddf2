import type { Event } from '../../contract/event.ts';
import type { LlmResponse } from '../../contract/llm-response.ts';
import { AgentsError } from '../../error.ts';
import type { RequestDraft } from '../../processor/request-draft.ts';
import { isAborted } from '../abort.ts';
import type { EventFactory } from '../event-factory.ts';
import { answerEvent } from './answer-event.ts';
import { completeOutput } from './complete-output.ts';
import { errorEvent, isModelError, modelErrorEvent } from './error-event.ts';
import type { ModelCall } from './model-call.ts';
import { afterModel, beforeModel } from './model-callbacks.ts';
import { respond } from './respond.ts';
import type { TurnAgent } from './turn-agent.ts';

/**
 * Calls the model once. Yields an event for each partial response, then exactly one without `partial`, which it also
 * returns: the answer, what a callback put in its place, or an error with `errorCode`. An answer that does not fit the
 * agent's output schema is followed by an error event, which is then what is returned. After an abort it ends without
 * these and returns `undefined`. A lost chain is retried once, on a new one, before anything is yielded.
 */
export async function* callModel(
  agent: TurnAgent,
  draft: RequestDraft,
  newEvent: EventFactory,
): AsyncGenerator<Event, Event | undefined, undefined> {
  const { context } = draft;
  const call: ModelCall = {
    agent,
    newEvent,
    draft,
    isEdited: false,
    recovery: undefined,
    interactionId: undefined,
  };
  const canned = await beforeModel(call);
  if (isAborted(context)) {
    return undefined;
  }
  const answer = canned === undefined ? yield* ask(call) : answerEvent(call, canned);
  if (answer === undefined) {
    return undefined;
  }
  const mismatch = await completeOutput(agent, answer);
  yield answer;
  if (mismatch === undefined) {
    return answer;
  }
  const event = errorEvent(newEvent, 'output_schema_mismatch', mismatch);
  yield event;
  return event;
}

/** Yields partial events; returns the answer, or what kept us from getting one, as an event that is yet to be yielded. */
async function* ask(call: ModelCall): AsyncGenerator<Event, Event | undefined, undefined> {
  const { context } = call.draft;
  try {
    context.incrementLlmCallCount();
    const response = yield* readAnswer(call);
    if (isAborted(context)) {
      return undefined;
    }
    if (response === undefined) {
      throw protocolError('The model ended without a final response.');
    }
    const answer = await afterModel(call, response);
    return isAborted(context) ? undefined : answerEvent(call, answer);
  } catch (error) {
    if (isAborted(context)) {
      return undefined;
    }
    if (!isModelError(error)) {
      throw error;
    }
    const { interactionId } = call;
    return {
      ...modelErrorEvent(call.newEvent, error),
      // What callbacks set before it went wrong is set all the same.
      actions: call.draft.toolContext.actions,
      ...(interactionId === undefined ? {} : { interactionId }),
    };
  }
}

/** Yields partial events; returns the final response, which is held back until the model is done. */
async function* readAnswer(call: ModelCall): AsyncGenerator<Event, LlmResponse | undefined, undefined> {
  let answer: LlmResponse | undefined;
  for await (const response of respond(call)) {
    call.interactionId = response.interactionId ?? call.interactionId;
    if (answer !== undefined) {
      // Nothing of such an answer may count, least of all its calls.
      throw protocolError('The model went on after its final response.');
    }
    if (response.partial === true) {
      yield call.newEvent({ ...(await afterModel(call, response)) });
    } else {
      answer = response;
    }
  }
  return answer;
}

function protocolError(message: string): AgentsError {
  return new AgentsError({
    code: 'malformed_response',
    message,
    hint: 'A model yields partial responses and then exactly one response without `partial`.',
  });
}
