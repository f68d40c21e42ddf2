import type { InvocationContext, ToolContext } from '../contract/context.ts';
import type { EventActions } from '../contract/event.ts';
import { createEventActions } from '../event/event-actions.ts';
import { State } from '../session/state.ts';
import { ReadonlyContext } from './readonly-context.ts';

/** What a `Context` is made from. */
export interface ContextOptions {
  readonly invocationContext: InvocationContext;
  /** Where state and other actions are collected; the next event carries them. */
  readonly eventActions?: EventActions;
  readonly functionCallId?: string;
}

/** What callbacks and tools get: one class for both. State that is set rides on the event that follows. */
export class Context extends ReadonlyContext implements ToolContext {
  readonly eventActions: EventActions;
  readonly functionCallId?: string;
  readonly abortSignal?: AbortSignal;
  readonly #state: State;

  constructor(options: ContextOptions) {
    super(options.invocationContext);
    this.eventActions = options.eventActions ?? createEventActions();
    this.#state = new State(options.invocationContext.session.state, this.eventActions.stateDelta);
    if (options.functionCallId !== undefined) {
      this.functionCallId = options.functionCallId;
    }
    if (options.invocationContext.abortSignal !== undefined) {
      this.abortSignal = options.invocationContext.abortSignal;
    }
  }

  override get state(): State {
    return this.#state;
  }

  get actions(): EventActions {
    return this.eventActions;
  }
}
