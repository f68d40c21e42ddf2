import type { Event, EventActions } from '../contract/event.ts';
import type { Runtime } from '../contract/runtime.ts';
import { defaultRuntime } from '../runtime.ts';
import { createEventActions } from './event-actions.ts';

/** Any fields of an event; what is left out gets its default. */
export interface CreateEventParams extends Omit<Partial<Event>, 'actions'> {
  readonly actions?: Partial<EventActions>;
}

/** An event with a fresh id, the time of now and no invocation, unless `params` say otherwise. */
export function createEvent(params: CreateEventParams = {}, runtime: Runtime = defaultRuntime): Event {
  return {
    ...params,
    id: params.id ?? runtime.newId(),
    invocationId: params.invocationId ?? '',
    timestamp: params.timestamp ?? runtime.now(),
    actions: createEventActions(params.actions),
  };
}
