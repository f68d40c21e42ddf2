import type { Event } from '../../contract/event.ts';
import { TRANSFER_TOOL_NAME } from '../transfer/transfer-tool-name.ts';

/** From whose point of view a turn is looked for. */
export interface TurnReader {
  readonly agentName: string;
  readonly isReadable: (event: Event) => boolean;
}

/**
 * The index of the event that began the current turn: the newest message of the user, or what another agent said if
 * that is newer. A result that the user hands in continues the turn of its call, so the turn then begins before the
 * call. The length of `events` when nothing readable began one.
 */
export function findTurnStart(events: readonly Event[], reader: TurnReader): number {
  const awaited = new Set<string>();
  for (let index = events.length - 1; index >= 0; index -= 1) {
    const event = events[index];
    if (event === undefined || !reader.isReadable(event)) {
      continue;
    }
    noteCalls(event, awaited);
    if (awaited.size === 0 && beginsTurn(event, reader.agentName)) {
      return index;
    }
  }
  return events.length;
}

/** Keeps the ids of results whose calls lie further back. */
function noteCalls(event: Event, awaited: Set<string>): void {
  for (const part of event.content?.parts ?? []) {
    if (event.author === 'user' && part.functionResponse?.id !== undefined) {
      awaited.add(part.functionResponse.id);
    }
    if (part.functionCall?.id !== undefined) {
      awaited.delete(part.functionCall.id);
    }
  }
}

function beginsTurn(event: Event, agentName: string): boolean {
  if (event.author === agentName || event.errorCode !== undefined) {
    return false;
  }
  return (event.content?.parts ?? []).some(
    (part) =>
      part.functionResponse === undefined &&
      part.thought !== true &&
      part.functionCall?.name !== TRANSFER_TOOL_NAME,
  );
}
