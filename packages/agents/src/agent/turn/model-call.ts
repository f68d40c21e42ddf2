import type { RequestDraft } from '../../processor/request-draft.ts';
import type { RecoveryNote } from '../../recovery/rehydrate-chain.ts';
import type { EventFactory } from '../event-factory.ts';
import type { TurnAgent } from './turn-agent.ts';

/** One call of the model on its way, with what became of the request since it was built. */
export interface ModelCall {
  readonly agent: TurnAgent;
  readonly newEvent: EventFactory;
  draft: RequestDraft;
  /** True when the server has another answer, or another question, than the session, or none at all. */
  isEdited: boolean;
  recovery: RecoveryNote | undefined;
  /** As the newest response named it. */
  interactionId: string | undefined;
}
