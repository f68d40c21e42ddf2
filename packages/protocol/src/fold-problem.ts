import type { Fault } from './fold-step.ts';

/** Something in a stream that could not be used. The stream goes on; what was left out is named. */
export interface FoldProblem {
  readonly code:
    | Fault['code']
    /** A delta or stop for a step that has not started. */
    | 'unknown_index'
    /** A delta or stop for a step that has stopped. */
    | 'closed_step'
    /** A second start for an index. */
    | 'duplicate_start'
    | 'unknown_event'
    /** A step after the event that ends the interaction. */
    | 'after_end'
    /** The start of another interaction; it and all that follows belong to a fold of its own. */
    | 'second_interaction';
  readonly message: string;
  readonly index?: number;
  /** With `broken_arguments`: the call, which is kept without `arguments`. */
  readonly callId?: string;
  /** What was left out: a delta or event as it came, or the argument text of a call. */
  readonly raw?: unknown;
}
