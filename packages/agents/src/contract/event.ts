import type { LlmResponse } from './llm-response.ts';

/** What an event does beside saying something. */
export interface EventActions {
  skipSummarization?: boolean;
  stateDelta: Record<string, unknown>;
  artifactDelta: Record<string, number>;
  transferToAgent?: string;
  escalate?: boolean;
  endOfAgent?: boolean;
}

/**
 * What makes an answer a head of its chain: a later request may continue from it.
 * Absent on answers that must not be continued (failed, cancelled, cut, edited by a callback).
 */
export interface ChainLink {
  /** {@link InteractionsTarget.id} of the model that answered. */
  readonly target: string;
  /** The newest event that the request behind this answer had taken into account; everything after it is unsent. */
  readonly seenThroughEventId: string;
  /** When the oldest interaction of the chain was made, epoch milliseconds. */
  readonly oldestAtMs: number;
  /** When the target is known to forget the chain, epoch milliseconds. */
  readonly expiresAtMs?: number;
}

/** One entry of a session, written by the user or an agent. Immutable once appended. */
export interface Event extends LlmResponse {
  id: string;
  invocationId: string;
  /** `user`, or the name of the agent that wrote it. */
  author?: string;
  actions: EventActions;
  longRunningToolIds?: string[];
  /** `parent.child` inside parallel agents; absent at the root. */
  branch?: string;
  /** Epoch milliseconds. */
  timestamp: number;
  chain?: ChainLink;
}
