import type { InvocationContext } from '../contract/context.ts';
import type { Event } from '../contract/event.ts';
import {
  type AssembledContents,
  type AssembleOptions,
  assembleContents,
} from './history/assemble-contents.ts';
import { findTurnStart } from './history/find-turn-start.ts';
import { openCallsOf } from './history/open-calls.ts';
import { historyReader } from './history-reader.ts';
import type { RequestDraft } from './request-draft.ts';

/** What the model is told: with a chain, what the chain has not seen; without, the history that the agent may see. */
export function contents(draft: RequestDraft): void {
  Object.assign(draft, newestSeen(draft.context));
  Object.assign(draft.request, unsentContents(draft) ?? visibleHistory(draft));
}

/** The mark up to which contents that are assembled now take the session into account. */
export function newestSeen({ session }: InvocationContext): Pick<RequestDraft, 'seenThroughEventId'> {
  const newest = session.events.at(-1);
  return newest === undefined ? {} : { seenThroughEventId: newest.id };
}

/** The history as the agent may see it, whatever the server holds. */
export function visibleHistory(draft: RequestDraft): AssembledContents {
  return withUserTurn(assembleContents(visibleEvents(draft), assembleOptions(draft)));
}

/**
 * The part of the history that the chain holds, for a request that must go without it. The last answer's calls stay
 * open, because what the chain has not seen answers them.
 */
export function sentHistory(draft: RequestDraft): AssembledContents {
  const { head } = draft;
  const events = visibleEvents(draft);
  const lastSeen = events.findIndex((event) => event.id === head?.seenThroughEventId);
  const sent = events.slice(0, lastSeen + 1);
  const answer = events.find((event) => event.id === head?.eventId);
  return assembleContents(answer === undefined ? sent : [...sent, answer], {
    ...assembleOptions(draft),
    closesCalls: false,
  });
}

/** Read from the end and only as far as the chain's own mark, so that a long session costs no more than a short one. */
function unsentContents(draft: RequestDraft): AssembledContents | undefined {
  const { head } = draft;
  if (head === undefined) {
    return undefined;
  }
  const { events } = draft.context.session;
  const unsent: Event[] = [];
  let answer: Event | undefined;
  let index = events.length - 1;
  for (; index >= 0; index -= 1) {
    const event = events[index];
    if (event === undefined || event.id === head.seenThroughEventId) {
      break;
    }
    if (event.id === head.eventId) {
      answer = event;
    } else {
      unsent.push(event);
    }
  }
  const openCalls = answer === undefined ? [] : openCallsOf(answer);
  return withUserTurn(assembleContents(unsent.reverse(), { ...assembleOptions(draft), openCalls }));
}

/** An agent that runs again with nothing new, in a loop of agents, is asked to go on: no model answers silence. */
function withUserTurn(assembled: AssembledContents): AssembledContents {
  if (assembled.contents.at(-1)?.role !== 'user') {
    assembled.contents.push({ role: 'user', parts: [{ text: 'Go on, as your instructions say.' }] });
  }
  return assembled;
}

function visibleEvents({ agent, context }: RequestDraft): readonly Event[] {
  const { events } = context.session;
  return agent.includeContents === 'none'
    ? events.slice(findTurnStart(events, historyReader({ agent, context })))
    : events;
}

function assembleOptions(draft: RequestDraft): AssembleOptions {
  return { ...historyReader(draft), target: draft.model.interactionsTarget?.id };
}
