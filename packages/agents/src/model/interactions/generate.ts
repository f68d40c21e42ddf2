import { ERROR_CODES } from '@catenary/protocol';
import type { LlmRequest } from '../../contract/llm-request.ts';
import type { LlmResponse } from '../../contract/llm-response.ts';
import type { InteractionsTarget } from '../../contract/model.ts';
import { AgentsError } from '../../error.ts';
import { joinSignals } from '../join-signals.ts';
import { logWire } from '../log-wire.ts';
import { type Sleep, wait } from '../retry.ts';
import { answerFromStream } from './answer-from-stream.ts';
import { toChainError } from './chain-lost.ts';
import { type CreateParams, toCreateParams } from './request/create-params.ts';
import { fromInteraction } from './response/from-interaction.ts';
import type { InteractionsTransport, TransportOptions } from './transport/transport.ts';

/** What an answer over the Interactions API takes beside the request. */
export interface GenerateOptions {
  readonly transport: InteractionsTransport;
  readonly target: InteractionsTarget;
  /** For a request that names no model itself. */
  readonly model: string;
  readonly stream: boolean;
  readonly signal?: AbortSignal | undefined;
  readonly sleep?: Sleep;
  readonly newId?: () => string;
}

/**
 * Answers a request over the Interactions API: partial responses while streaming, then exactly one final response, which
 * is the same in both modes. Throws `invalid_argument` for what cannot be sent, `chain_lost` before anything was yielded,
 * `stream_cut`, and what the transport throws. A stream that is left or aborted is also cancelled on the server, as soon as it
 * has said its id.
 */
export async function* generateOverInteractions(
  request: LlmRequest,
  options: GenerateOptions,
): AsyncGenerator<LlmResponse, void, undefined> {
  const params = toCreateParams(request, options);
  const call = toCall(request, options);
  logWire('interactions request', params);
  let isAnswering = false;
  try {
    for await (const response of answer(params, call, options)) {
      // Events that lie in a buffer already are not to be told after an abort.
      call.signal?.throwIfAborted();
      if (!isAnswering) {
        await assertNotLost(response, request, options.transport, call);
      }
      isAnswering = true;
      if (response.partial !== true) {
        logWire('interactions response', response);
      }
      yield response;
    }
  } catch (error) {
    throw isAnswering
      ? error
      : await toChainError(error, request.previousInteractionId, options.transport, call);
  }
}

function toCall({ config }: LlmRequest, { signal }: GenerateOptions): TransportOptions {
  const { headers = {}, timeout } = config?.httpOptions ?? {};
  const limit = timeout === undefined ? undefined : AbortSignal.timeout(timeout);
  const joined = joinSignals(signal, config?.abortSignal, limit);
  return {
    headers,
    ...(joined === undefined ? {} : { signal: joined }),
  };
}

/** One key for all attempts of a create, by which our own server tells a repeated request from a new one. */
function toCreateCall(
  call: TransportOptions,
  { target, newId = randomId }: GenerateOptions,
): TransportOptions {
  return target.kind === 'catenary'
    ? { ...call, headers: { 'idempotency-key': newId(), ...call.headers } }
    : call;
}

function randomId(): string {
  return crypto.randomUUID();
}

async function* answer(
  params: CreateParams,
  ask: TransportOptions,
  options: GenerateOptions,
): AsyncGenerator<LlmResponse, void, undefined> {
  const { transport, sleep = wait } = options;
  const create = toCreateCall(ask, options);
  if (options.stream) {
    yield* answerFromStream({ transport, params, create, ask, sleep });
  } else {
    yield fromInteraction(await transport.create(params, create));
  }
}

/** A server may also refuse inside the answer: in a stream, the first event is then an error. */
async function assertNotLost(
  { errorCode, errorMessage }: LlmResponse,
  { previousInteractionId }: LlmRequest,
  transport: InteractionsTransport,
  call: TransportOptions,
): Promise<void> {
  if (
    previousInteractionId === undefined ||
    (errorCode !== 'not_found' && errorCode !== 'failed_precondition')
  ) {
    return;
  }
  const refusal = new AgentsError({
    code: 'request_refused',
    message: errorMessage ?? errorCode,
    status: ERROR_CODES[errorCode].httpStatus,
    serverCode: errorCode,
  });
  const error = await toChainError(refusal, previousInteractionId, transport, call);
  if (error !== refusal) {
    throw error;
  }
}
