import type { LlmResponse } from '../../contract/llm-response.ts';
import { plainCopy } from '../../frozen-copy.ts';
import { firstAnswer } from '../callbacks.ts';
import { dropEditedChain } from './drop-edited-chain.ts';
import { isDeepEqual } from './is-deep-equal.ts';
import type { ModelCall } from './model-call.ts';

/** Lets the callbacks see the request. What they answer takes the model's place; an edited request leaves its chain. */
export async function beforeModel(call: ModelCall): Promise<LlmResponse | undefined> {
  const { agent, draft } = call;
  const callbacks = agent.canonicalBeforeModelCallbacks;
  if (callbacks.length === 0) {
    return undefined;
  }
  const { request } = draft;
  const { previousInteractionId } = request;
  const built = plainCopy(request.contents);
  const canned = await firstAnswer(callbacks, (callback) =>
    callback({ context: draft.toolContext, request }),
  );
  call.isEdited =
    canned !== undefined ||
    previousInteractionId !== request.previousInteractionId ||
    !isDeepEqual(built, request.contents);
  if (canned === undefined && call.isEdited) {
    call.draft = dropEditedChain(draft);
  }
  return canned;
}

/** Lets the callbacks see a response. What they put in its place is another answer than the server's. */
export async function afterModel(call: ModelCall, response: LlmResponse): Promise<LlmResponse> {
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
