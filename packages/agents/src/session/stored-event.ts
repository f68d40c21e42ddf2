import type { Event } from '../contract/event.ts';
import { AgentsError } from '../error.ts';
import { frozenCopy } from '../frozen-copy.ts';
import { withoutTemporary } from './scopes.ts';

/**
 * The event as it is stored: a copy, frozen to the bottom so that every reader can share it, without `temp:` state. Throws
 * `invalid_argument` for an event that holds itself.
 */
export function storedEvent(event: Event): Event {
  const actions = { ...event.actions, stateDelta: withoutTemporary(event.actions.stateDelta) };
  try {
    return frozenCopy({ ...event, actions });
  } catch (cause) {
    if (cause instanceof RangeError) {
      throw new AgentsError({
        code: 'invalid_argument',
        message: `The event "${event.id}" of "${event.author}" is nested too deeply to be stored.`,
        hint: 'Something in it, often a value in the state, refers to itself.',
        cause,
      });
    }
    throw cause;
  }
}
