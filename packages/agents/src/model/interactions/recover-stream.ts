import { isTerminalStatus, type ReceivedInteraction, type ReceivedStreamEvent } from '@catenary/protocol';
import { AgentsError } from '../../error.ts';
import type { Sleep } from '../retry.ts';
import { eventIdOf } from './response/assemble-response.ts';
import type { InteractionsTransport, TransportOptions } from './transport/transport.ts';

/** What is known of a stream that ended before its answer was whole. */
export interface CutStream {
  /** Absent when no event has named it, or when the server does not store it. */
  readonly interactionId: string | undefined;
  readonly lastEventId: string | undefined;
  readonly cause: unknown;
}

export interface RecoverOptions extends TransportOptions {
  readonly sleep: Sleep;
}

/** The rest of an answer whose stream broke off: more events, or the finished interaction as a whole. */
export type Recovered =
  | { readonly type: 'event'; readonly event: ReceivedStreamEvent }
  | { readonly type: 'interaction'; readonly interaction: ReceivedInteraction };

const FOLLOW_ATTEMPTS = 5;
const POLL_ATTEMPTS = 30;
const POLL_DELAY_MS = 1_000;
/** In a row, each with the transport's own attempts: a server that is gone, not one that is slow. */
const POLL_FAILURES = 5;

/**
 * Follows the interaction from the last event that was seen, where events carry ids; else asks for it until it is
 * finished. It ends with a terminal event or with the interaction. Throws `stream_cut` where neither helps: what was seen
 * of the answer must then not be taken for all of it.
 */
export async function* recoverStream(
  transport: Pick<InteractionsTransport, 'follow' | 'get'>,
  cut: CutStream,
  options: RecoverOptions,
): AsyncGenerator<Recovered, void, undefined> {
  const { interactionId: id, lastEventId } = cut;
  if (id === undefined) {
    throw streamCut(cut, 'the interaction has no id to ask for it by');
  }
  if (lastEventId !== undefined && (yield* followOn(transport, id, lastEventId, options))) {
    return;
  }
  yield { type: 'interaction', interaction: await poll(transport, id, cut, options) };
}

/** True once a terminal event has come. A server that cuts each time, or tells the same again, is given up. */
async function* followOn(
  transport: Pick<InteractionsTransport, 'follow'>,
  id: string,
  fromEventId: string,
  options: RecoverOptions,
): AsyncGenerator<Recovered, boolean, undefined> {
  let lastEventId = fromEventId;
  for (let attempt = 0; attempt < FOLLOW_ATTEMPTS; attempt += 1) {
    try {
      for await (const event of transport.follow(id, { ...toCall(options), lastEventId })) {
        yield { type: 'event', event };
        if (isTerminal(event)) {
          return true;
        }
        lastEventId = eventIdOf(event) ?? lastEventId;
      }
    } catch (error) {
      if (isRefused(error)) {
        return false;
      }
      throwUnlessPassing(error, options);
    }
  }
  return false;
}

function isTerminal({ event_type: type }: ReceivedStreamEvent): boolean {
  return type === 'interaction.completed' || type === 'error';
}

async function poll(
  transport: Pick<InteractionsTransport, 'get'>,
  id: string,
  cut: CutStream,
  options: RecoverOptions,
): Promise<ReceivedInteraction> {
  let failures = 0;
  for (let attempt = 0; attempt < POLL_ATTEMPTS; attempt += 1) {
    try {
      const interaction = await transport.get(id, toCall(options));
      if (isTerminalStatus(interaction.status)) {
        return interaction;
      }
      failures = 0;
    } catch (error) {
      if (isRefused(error)) {
        throw streamCut(cut, error.message);
      }
      throwUnlessPassing(error, options);
      failures += 1;
      if (failures === POLL_FAILURES) {
        throw streamCut(cut, error instanceof Error ? error.message : String(error));
      }
    }
    await options.sleep(POLL_DELAY_MS, options.signal);
  }
  throw streamCut(cut, `interaction ${id} was not finished after ${POLL_ATTEMPTS} attempts`);
}

function toCall({ signal, headers }: RecoverOptions): TransportOptions {
  return { ...(signal === undefined ? {} : { signal }), ...(headers === undefined ? {} : { headers }) };
}

/** A server that says no, and will say so again. */
function isRefused(error: unknown): error is AgentsError {
  return AgentsError.isInstance(error) && error.code === 'request_refused' && !error.retryable;
}

function throwUnlessPassing(error: unknown, { signal }: RecoverOptions): void {
  if (signal?.aborted === true || !AgentsError.isInstance(error) || !error.retryable) {
    throw error;
  }
}

function streamCut(cut: CutStream, why: string): AgentsError {
  return new AgentsError({
    code: 'stream_cut',
    message: `The stream ended before the answer was whole, and the rest cannot be fetched: ${why}.`,
    hint: 'Send the message again.',
    retryable: true,
    cause: cut.cause,
  });
}
