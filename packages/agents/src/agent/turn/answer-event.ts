import type { FunctionCall, Part } from '@google/genai';
import type { ChainLink, Event } from '../../contract/event.ts';
import type { LlmResponse } from '../../contract/llm-response.ts';
import { generateClientFunctionCallId, withCallId } from '../../event/call-id.ts';
import { mergeGrounding } from '../../event/merge-grounding.ts';
import { ANSWERED_BY } from '../../processor/history/answered-by.ts';
import { unansweredCalls } from '../../processor/history/open-calls.ts';
import type { RequestDraft } from '../../processor/request-draft.ts';
import { RECOVERY_KEY } from '../../recovery/rehydrate-chain.ts';
import { takeGrounding } from '../../tool/grounding-state.ts';
import { isDeepEqual } from './is-deep-equal.ts';
import type { ModelCall } from './model-call.ts';

/** Statuses that a later request may continue from. */
const CONTINUABLE: ReadonlySet<string | undefined> = new Set([
  'completed',
  'requires_action',
  'incomplete',
  'budget_exceeded',
]);

/** The one stored event of a model response. */
export function answerEvent(call: ModelCall, response: LlmResponse): Event {
  const { draft, newEvent, recovery } = call;
  const { content, partial: _final, ...rest } = response;
  const newCallId = () => generateClientFunctionCallId(draft.context.runtime);
  const parts = content?.parts?.map((part) => withCallId(part, newCallId));
  const event = newEvent({ ...rest, actions: draft.toolContext.actions });
  if (content !== undefined) {
    event.content = {
      role: 'model',
      ...content,
      ...(parts === undefined ? {} : { parts: withoutRepeats(parts) }),
    };
  }
  const longRunning = longRunningIds(event, draft);
  if (longRunning.length > 0) {
    event.longRunningToolIds = longRunning;
  }
  addGrounding(event, draft);
  const chain = chainLink(response, call);
  const target = draft.model.interactionsTarget?.id;
  if (chain !== undefined) {
    event.chain = chain;
  } else if (event.steps !== undefined && event.errorCode === undefined && target !== undefined) {
    event.customMetadata = { ...event.customMetadata, [ANSWERED_BY]: target };
  }
  if (recovery !== undefined) {
    event.customMetadata = { ...event.customMetadata, [RECOVERY_KEY]: recovery };
  }
  return event;
}

function chainLink(response: LlmResponse, { draft, isEdited }: ModelCall): ChainLink | undefined {
  const { context, head, model, request, seenThroughEventId } = draft;
  const target = model.interactionsTarget;
  if (
    target === undefined ||
    isEdited ||
    request.stateless === true ||
    seenThroughEventId === undefined ||
    response.interactionId === undefined ||
    response.errorCode !== undefined ||
    !CONTINUABLE.has(response.interactionStatus)
  ) {
    return undefined;
  }
  const oldestAtMs = head?.oldestAtMs ?? context.runtime.now();
  return {
    target: target.id,
    seenThroughEventId,
    oldestAtMs,
    ...(target.retentionMs === undefined ? {} : { expiresAtMs: oldestAtMs + target.retentionMs }),
  };
}

/** What a tool of this run found on the web belongs to the answer that was made from it. It is told once. */
function addGrounding(event: Event, { context }: RequestDraft): void {
  if (event.errorCode !== undefined || unansweredCalls(event).length > 0) {
    return;
  }
  const found = takeGrounding(context.session.state);
  const { groundingMetadata: own } = event;
  if (found !== undefined) {
    event.groundingMetadata = own === undefined ? found : mergeGrounding(own, found);
  }
}

/** A call that is told twice, id and all, is one call. */
function withoutRepeats(parts: readonly Part[]): Part[] {
  const calls: FunctionCall[] = [];
  return parts.filter(({ functionCall }) => {
    if (functionCall === undefined) {
      return true;
    }
    const isRepeat = calls.some((call) => call.id === functionCall.id && isDeepEqual(call, functionCall));
    calls.push(functionCall);
    return !isRepeat;
  });
}

function longRunningIds(event: Event, { request }: RequestDraft): string[] {
  return (event.content?.parts ?? []).flatMap(({ functionCall }) => {
    const { id, name } = functionCall ?? {};
    const isLongRunning =
      name !== undefined && Object.hasOwn(request.toolsDict, name) && request.toolsDict[name]?.isLongRunning;
    return id !== undefined && isLongRunning === true ? [id] : [];
  });
}
