import type { Event } from '../contract/event.ts';
import type { ChainHead } from '../contract/session.ts';

/** The head that an event makes, or `undefined` for an event that a chain must not be continued from. */
export function headOfEvent(event: Event): ChainHead | undefined {
  const { author, branch, chain, environmentId, interactionId } = event;
  if (chain === undefined || interactionId === undefined || author === undefined) {
    return undefined;
  }
  // Frozen, because stores hand the same head to every reader.
  return Object.freeze({
    ...chain,
    agentName: author,
    eventId: event.id,
    interactionId,
    ...(branch === undefined || branch === '' ? {} : { branch }),
    ...(environmentId === undefined ? {} : { environmentId }),
  });
}

/** Puts a head in the place of the older one of its agent and branch; the newest head stands last. */
export function replaceHead(heads: ChainHead[], head: ChainHead): void {
  const index = heads.findIndex(
    (other) => other.agentName === head.agentName && other.branch === head.branch,
  );
  if (index !== -1) {
    heads.splice(index, 1);
  }
  heads.push(head);
}

/** The heads that a list of events leaves behind, as a store keeps them. */
export function rebuildHeads(events: Iterable<Event>): ChainHead[] {
  const heads: ChainHead[] = [];
  for (const event of events) {
    const head = headOfEvent(event);
    if (head !== undefined) {
      replaceHead(heads, head);
    }
  }
  return heads;
}
