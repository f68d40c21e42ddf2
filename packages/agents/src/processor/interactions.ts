import { findHead } from '../session/find-head.ts';
import { findTurnStart } from './history/find-turn-start.ts';
import { historyReader } from './history-reader.ts';
import type { RequestDraft } from './request-draft.ts';

/**
 * Finds the answer to continue from, for models that keep their conversations on a server. It stands before the
 * contents: with a chain they hold only what the chain has not seen.
 */
export function interactions(draft: RequestDraft): void {
  const { agent, context, model, request } = draft;
  const target = model.interactionsTarget;
  if (target === undefined) {
    return;
  }
  if (context.runConfig.store === false) {
    request.stateless = true;
    return;
  }
  const head = findHead(context.session, {
    agentName: agent.name,
    branch: context.branch,
    target: target.id,
    nowMs: context.runtime.now(),
  });
  if (
    head === undefined ||
    (agent.includeContents === 'none' && !isOfThisTurn(head.seenThroughEventId, draft))
  ) {
    return;
  }
  draft.head = head;
  request.previousInteractionId = head.interactionId;
  if (head.environmentId !== undefined) {
    request.environmentId = head.environmentId;
  }
}

/** An agent without history may continue the answers of its own tool loop, nothing older. */
function isOfThisTurn(eventId: string, draft: RequestDraft): boolean {
  const { events } = draft.context.session;
  const start = findTurnStart(events, historyReader(draft));
  for (let index = events.length - 1; index >= start; index -= 1) {
    if (events[index]?.id === eventId) {
      return true;
    }
  }
  return false;
}
