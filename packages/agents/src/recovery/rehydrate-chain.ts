import type { LlmRequest } from '../contract/llm-request.ts';
import { AgentsError } from '../error.ts';

/** Where an answer says that it was won back from a lost chain: the key in its `customMetadata`. */
export const RECOVERY_KEY = 'catenary:recovery';

/** What stands under {@link RECOVERY_KEY}. */
export interface RecoveryNote {
  readonly reason: 'chain_lost';
  /** The interaction that the server no longer had. */
  readonly lostInteractionId: string;
}

export interface Rehydration {
  readonly request: LlmRequest;
  readonly note: RecoveryNote;
}

/**
 * The same request on a new chain: without the lost id, with the whole history from the session. `undefined` when the
 * error is another one, or when the request continued nothing and so has nothing to lose. Never retried with the
 * trimmed input, which would make the model forget. Ask once: a second loss is an error.
 */
export function rehydrateChain(
  error: unknown,
  request: LlmRequest,
  history: () => Pick<LlmRequest, 'contents' | 'replaySteps'>,
): Rehydration | undefined {
  const { previousInteractionId, ...rest } = request;
  if (!AgentsError.isInstance(error) || error.code !== 'chain_lost' || previousInteractionId === undefined) {
    return undefined;
  }
  return {
    request: { ...rest, ...history() },
    note: { reason: 'chain_lost', lostInteractionId: previousInteractionId },
  };
}
