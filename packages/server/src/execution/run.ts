import type { ReceivedStep, StreamEvent } from '@catenary/protocol';
import type { Backend, BackendRequest } from '../backend/backend.ts';
import type { InteractionEnd } from '../store/store.ts';

/** One interaction that is to be answered. */
export interface Run {
  /** Empty when the interaction is not stored, as the wire says it. */
  readonly id: string;
  readonly backend: Backend;
  readonly request: Omit<BackendRequest, 'searchHits'>;
  readonly createdAtMs: number;
}

/** One event of a run, with what it means for the record. */
export interface RunEvent {
  /** Without `event_id`: that is given by whoever commits it. */
  readonly event: StreamEvent;
  /** The output step that this event finishes. */
  readonly step?: { readonly index: number; readonly step: ReceivedStep };
  /** On the last event, and only there. */
  readonly end?: InteractionEnd;
}

/** A run that is over. */
export interface RunResult {
  readonly end: InteractionEnd;
  readonly steps: readonly ReceivedStep[];
  readonly endedAtMs: number;
}
