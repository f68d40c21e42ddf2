import { createFold, type ReceivedInteraction, type ReceivedStreamEvent } from '@catenary/protocol';
import type { LlmResponse } from '../../../contract/llm-response.ts';
import { spokenText } from '../../../event/spoken-text.ts';
import { getLogger } from '../../../logger.ts';
import { fromInteraction } from './from-interaction.ts';
import { createPartialResponses } from './partial-responses.ts';

/** Makes responses out of the events of one interaction, without waiting for anything. */
export interface ResponseAssembly {
  /** Takes the next event and gives the partial responses that it makes. An event that came before, by its id, makes none. */
  push(event: ReceivedStreamEvent): LlmResponse[];
  /** True once the answer is whole: a terminal event has come. */
  readonly isComplete: boolean;
  /** The id, once an event has named it. Absent where the server does not store the interaction. */
  readonly interactionId: string | undefined;
  /** The id of the newest event that carries one: from there the stream can be followed again. */
  readonly lastEventId: string | undefined;
  /** The one final response, when the answer is whole; the same as that of the interaction had it come unary. */
  finish(): LlmResponse;
  /** The same from an interaction that was asked for, after partials for the text that the stream had not brought. */
  finishWith(interaction: ReceivedInteraction): LlmResponse[];
}

/** Starts with no event seen. */
export function assembleResponse(): ResponseAssembly {
  const fold = createFold();
  const partials = createPartialResponses();
  const seenEventIds = new Set<string>();
  let interactionId: string | undefined;
  let lastEventId: string | undefined;
  let cameWhole = false;

  const isRepeated = (eventId: string | undefined): boolean => {
    const isSeen = eventId !== undefined && seenEventIds.has(eventId);
    if (eventId !== undefined) {
      seenEventIds.add(eventId);
      lastEventId = eventId;
    }
    return isSeen;
  };

  return {
    push: (event) => {
      if (isRepeated(eventIdOf(event))) {
        return [];
      }
      fold.push(event);
      interactionId = interactionIdOf(event) ?? interactionId;
      return partials.from(event);
    },
    get isComplete() {
      return cameWhole || fold.isTerminated;
    },
    get interactionId() {
      return interactionId;
    },
    get lastEventId() {
      return lastEventId;
    },
    finish: () => {
      for (const { code, message } of fold.problems) {
        getLogger()[code === 'unknown_event' ? 'debug' : 'warn'](
          `A stream held what cannot be used: ${message}`,
        );
      }
      // A fold that is terminated has an interaction. Its last event may leave the id empty that an earlier one has named.
      const response = fromInteraction(fold.interaction ?? { status: 'failed' }, fold.problems);
      return interactionId === undefined ? response : { ...response, interactionId };
    },
    finishWith: (interaction) => {
      cameWhole = true;
      const response = fromInteraction(interaction);
      return [...partials.rest(spokenText(response.content)), response];
    },
  };
}

/** The id of an event; `undefined` where it carries none, or an empty one. */
export function eventIdOf(event: ReceivedStreamEvent): string | undefined {
  return event.event_type === 'unknown' ? undefined : event.event_id || undefined;
}

function interactionIdOf(event: ReceivedStreamEvent): string | undefined {
  switch (event.event_type) {
    case 'interaction.created':
    case 'interaction.completed':
      return event.interaction.id || undefined;
    case 'interaction.status_update':
      return event.interaction_id || undefined;
    default:
      return undefined;
  }
}
