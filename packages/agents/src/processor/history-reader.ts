import type { Event } from '../contract/event.ts';
import { isBranchReadable } from '../event/branch.ts';
import type { TurnReader } from './history/find-turn-start.ts';
import type { RequestDraft } from './request-draft.ts';

/** From whose point of view the session is read. */
export function historyReader({ agent, context }: Pick<RequestDraft, 'agent' | 'context'>): TurnReader {
  return {
    agentName: agent.name,
    isReadable: (event: Event) => isBranchReadable(event.branch, context.branch),
  };
}
