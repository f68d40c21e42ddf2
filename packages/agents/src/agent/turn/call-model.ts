import type { Event } from '../../contract/event.ts';
import type { LlmResponse } from '../../contract/llm-response.ts';
import { AgentsError } from '../../error.ts';
import { plainCopy } from '../../frozen-copy.ts';
import { newestSeen, visibleHistory } from '../../processor/contents.ts';
import type { RequestDraft } from '../../processor/request-draft.ts';
import { type RecoveryNote, rehydrateChain } from '../../recovery/rehydrate-chain.ts';
import { isAborted, untilAborted } from '../abort.ts';
import { firstAnswer } from '../callbacks.ts';
import type { EventFactory } from '../event-factory.ts';
import { answerEvent } from './answer-event.ts';
import { completeOutput } from './complete-output.ts';
import { dropEditedChain } from './drop-edited-chain.ts';
import { errorEvent, isModelError, modelErrorEvent } from './error-event.ts';
import { isDeepEqual } from './is-deep-equal.ts';
import type { TurnAgent } from './turn-agent.ts';

/** One call of the model on its way, with what became of the request since it was built. */
interface ModelCall {
  readonly agent: TurnAgent;
  readonly newEvent: EventFactory;
  draft: RequestDraft;
  isEdited: boolean;
  recovery: RecoveryNote | undefined;
  /** As the newest response named it. */
  interactionId: string | undefined;
}

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
  const answer = canned === undefined ? yield* ask(call) : finish(call, canned);
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

/** Lets the callbacks see the request. What they answer takes the model's place; an edited request leaves its chain. */
async function beforeModel(call: ModelCall): Promise<LlmResponse | undefined> {
  const { agent, draft } = call;
  const callbacks = agent.canonicalBeforeModelCallbacks;
  if (callbacks.length === 0) {
    return undefined;
  }
  const { request } = draft;
  const built = plainCopy(request.contents);
  const canned = await firstAnswer(callbacks, (callback) =>
    callback({ context: draft.toolContext, request }),
  );
  call.isEdited = canned !== undefined || !isDeepEqual(built, request.contents);
  if (canned === undefined && call.isEdited) {
    call.draft = dropEditedChain(draft);
  }
  return canned;
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
    return isAborted(context) ? undefined : finish(call, answer);
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

/** The model's responses; those of the retry where the chain turns out to be lost. */
async function* respond(call: ModelCall): AsyncGenerator<LlmResponse, void, undefined> {
  let isAnswered = false;
  try {
    for await (const response of send(call.draft)) {
      isAnswered = true;
      yield response;
    }
  } catch (error) {
    const { draft } = call;
    const rehydration = isAnswered
      ? undefined
      : rehydrateChain(error, draft.request, () => visibleHistory(draft));
    if (rehydration === undefined) {
      throw error;
    }
    const { head: _lost, ...rest } = draft;
    call.draft = { ...rest, request: rehydration.request, ...newestSeen(draft.context) };
    call.recovery = rehydration.note;
    yield* send(call.draft);
  }
}

function send({ context, model, request }: RequestDraft): AsyncGenerator<LlmResponse, void, undefined> {
  const { abortSignal, runConfig } = context;
  const responses = model.generateContentAsync(request, runConfig.streamingMode === 'sse', abortSignal);
  return untilAborted(responses, abortSignal);
}

/** Lets the callbacks see a response. What they put in its place is another answer than the server's. */
async function afterModel(call: ModelCall, response: LlmResponse): Promise<LlmResponse> {
  const callbacks = call.agent.canonicalAfterModelCallbacks;
  if (callbacks.length === 0) {
    return response;
  }
  const told = plainCopy(response.content);
  const replacement = await firstAnswer(callbacks, (callback) =>
    callback({ context: call.draft.toolContext, response }),
  );
  const answer = replacement ?? response;
  if (isDeepEqual(told, answer.content)) {
    return { ...response, ...answer, ...partialOf(response) };
  }
  if (response.partial !== true) {
    call.isEdited = true;
  }
  // The raw steps say what the model said, also where a callback spread them into its own answer.
  const { steps: _unedited, ...edited } =
    answer === response ? response : { ...howItWent(response), ...answer };
  return { ...edited, ...partialOf(response) };
}

/** What stays true of a call whose answer says something else. */
function howItWent(response: LlmResponse): LlmResponse {
  const { content, errorCode, errorMessage, groundingMetadata, citationMetadata, ...rest } = response;
  return rest;
}

/** A callback cannot make a piece of an answer the whole of it, or the other way round. */
function partialOf({ partial }: LlmResponse): Pick<LlmResponse, 'partial'> {
  return { partial: partial === true };
}

function finish({ newEvent, draft, isEdited, recovery }: ModelCall, response: LlmResponse): Event {
  return answerEvent(newEvent, response, { draft, isEdited, recovery });
}

function protocolError(message: string): AgentsError {
  return new AgentsError({
    code: 'malformed_response',
    message,
    hint: 'A model yields partial responses and then exactly one response without `partial`.',
  });
}
