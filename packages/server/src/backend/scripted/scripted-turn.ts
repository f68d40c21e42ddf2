import type { InteractionStatus, Step, Usage } from '@catenary/protocol';
import type { BackendEvent, BackendRequest } from '../backend.ts';

/** What a script may do besides emitting an event. */
export type ScriptedAction =
  | BackendEvent
  /** Waits, or ends with the abort. */
  | { readonly type: 'wait'; readonly until: Promise<void> }
  /** Waits until the request is aborted. */
  | { readonly type: 'hang' }
  | { readonly type: 'throw'; readonly error: unknown };

/** Part of a request: named fields must match, objects in part, lists in length and item by item. */
export type ExpectedRequest = { readonly [Field in keyof BackendRequest]?: unknown };

/** One call of the backend. */
export type ScriptedTurn = {
  /**
   * Checked before anything is emitted: part of the request, or a function that returns false or throws for a request that is
   * not the expected one.
   */
  readonly expect?: ExpectedRequest | ((request: BackendRequest) => boolean | undefined);
} & (
  | {
      /** Emitted whole: start, deltas, stop; then the end. */
      readonly steps: readonly Step[];
      readonly status?: Extract<InteractionStatus, 'completed' | 'incomplete' | 'requires_action'>;
      readonly usage?: Usage;
    }
  | {
      /** Emitted as they are, the `end` included. */
      readonly actions: readonly ScriptedAction[];
    }
);
