import type { ReceivedInteraction, ReceivedStreamEvent } from '@catenary/protocol';
import type { CreateParams } from '../request/create-params.ts';

export interface TransportOptions {
  /** Aborting closes the connection and rejects with the signal's reason. */
  readonly signal?: AbortSignal;
  /** Added to those of the model. */
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * The six things one can ask of the Interactions API. An answer that says no throws `request_refused`; one that cannot be
 * read `malformed_response`; a connection that fails before an answer `network`, or `create_outcome_unknown` where a create
 * may have reached the server; a stream that breaks off `stream_cut`.
 */
export interface InteractionsTransport {
  create(params: CreateParams, options: TransportOptions): Promise<ReceivedInteraction>;
  /** Ends with the stream, whether or not a terminal event came. Leaving the loop early closes the connection. */
  stream(
    params: CreateParams,
    options: TransportOptions,
  ): AsyncGenerator<ReceivedStreamEvent, void, undefined>;
  get(id: string, options: TransportOptions): Promise<ReceivedInteraction>;
  /** The events of a stored interaction strictly after `lastEventId`, live ones included. */
  follow(
    id: string,
    options: TransportOptions & { readonly lastEventId?: string },
  ): AsyncGenerator<ReceivedStreamEvent, void, undefined>;
  cancel(id: string, options: TransportOptions): Promise<ReceivedInteraction>;
  delete(id: string, options: TransportOptions): Promise<void>;
}
