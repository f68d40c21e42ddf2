import type { CreateInteractionRequest, ReceivedInteraction, ReceivedStreamEvent } from '@catenary/protocol';
import { ServerError } from '../error.ts';
import { followEvents } from '../execution/follow-events.ts';
import { fromEventId } from '../store/event-id.ts';
import type { InteractionRecord } from '../store/store.ts';
import { type Created, createInteraction, type ServiceDeps } from './create-interaction.ts';
import { notFound } from './not-found.ts';
import { fromRecord } from './to-interaction.ts';

/** The four verbs of the resource. Every method rejects with `ServerError` for what the client is told. */
export interface InteractionService {
  /**
   * `signal` is the client's connection. An interaction that is stored runs on without it, one that is not ends with it.
   * Codes: `invalid_request`, `model_not_found`, `not_found`, `failed_precondition`, and what the backend throws.
   */
  create(request: CreateInteractionRequest, signal: AbortSignal): Promise<Created>;
  /** Codes: `not_found`. */
  get(id: string, options: { readonly includeInput: boolean }): Promise<ReceivedInteraction>;
  /** The stream again, behind `lastEventId`, and on as it grows. Codes: `not_found`, `invalid_request`. */
  follow(
    id: string,
    options: { readonly lastEventId?: string; readonly signal: AbortSignal },
  ): Promise<AsyncIterable<ReceivedStreamEvent>>;
  /** Stops a running interaction; resolves once that is stored. Codes: `not_found`, `failed_precondition`. */
  cancel(id: string): Promise<ReceivedInteraction>;
  /** Removes steps and events too, and stops it when it runs. Codes: `not_found`. */
  delete(id: string): Promise<void>;
}

export function createInteractionService(deps: ServiceDeps): InteractionService {
  const { store, liveRuns } = deps;

  const find = async (id: string): Promise<InteractionRecord> => {
    const record = await store.find(id);
    if (record === undefined) {
      throw notFound(id);
    }
    return record;
  };
  const read = async (record: InteractionRecord, includeInput: boolean) =>
    fromRecord(record, await store.readSteps(record.id), { includeInput });

  return {
    create: (request, signal) => createInteraction(request, deps, signal),
    get: async (id, { includeInput }) => read(await find(id), includeInput),
    follow: async (id, { lastEventId, signal }) => {
      await find(id);
      const afterSeq = lastEventId === undefined ? 0 : await readPosition(id, lastEventId, deps);
      return followEvents(id, afterSeq, deps, signal);
    },
    cancel: async (id) => {
      await find(id);
      const live = liveRuns.find(id);
      live?.abort(new ServerError({ code: 'cancelled', message: 'The client cancelled the interaction.' }));
      await live?.closed;
      const record = await find(id);
      if (record.status !== 'cancelled') {
        throw new ServerError({
          code: 'failed_precondition',
          message: `Interaction ${id} is ${record.status} and cannot be cancelled.`,
          hint: 'Only a running interaction can.',
        });
      }
      return read(record, false);
    },
    delete: async (id) => {
      if (!(await store.delete(id))) {
        throw notFound(id);
      }
      deps.histories.clear();
      liveRuns.find(id)?.abort(notFound(id));
    },
  };
}

/** Refuses a position that the stream never had: replaying from elsewhere would lose or repeat events in silence. */
async function readPosition(id: string, lastEventId: string, { store }: ServiceDeps): Promise<number> {
  const seq = fromEventId(lastEventId);
  const [event] = seq === undefined ? [] : await store.readEvents(id, { afterSeq: seq - 1, limit: 1 });
  if (seq === undefined || event?.seq !== seq) {
    throw new ServerError({
      code: 'invalid_request',
      message: `Interaction ${id} has no event ${JSON.stringify(lastEventId.slice(0, 80))}.`,
      hint: 'Send the event_id of an event of this interaction, or leave it out to read from the start.',
      path: 'last_event_id',
    });
  }
  return seq;
}
