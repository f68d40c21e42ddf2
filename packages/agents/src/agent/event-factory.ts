import type { InvocationContext } from '../contract/context.ts';
import type { Event } from '../contract/event.ts';
import { type CreateEventParams, createEvent } from '../event/create-event.ts';

/** Makes an event of one agent in one invocation. */
export type EventFactory = (fields: CreateEventParams) => Event;

/** Fills in what all events of an agent in an invocation share: invocation, author and branch. */
export function eventFactory(author: string, context: InvocationContext): EventFactory {
  const { branch, invocationId, runtime } = context;
  const shared = { invocationId, author, ...(branch === undefined ? {} : { branch }) };
  return (fields) => createEvent({ ...shared, ...fields }, runtime);
}
