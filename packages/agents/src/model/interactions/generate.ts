import { ERROR_CODES } from '@catenary/protocol';
import type { LlmRequest } from '../../contract/llm-request.ts';
import type { LlmResponse } from '../../contract/llm-response.ts';
import type { InteractionsTarget } from '../../contract/model.ts';
import { AgentsError } from '../../error.ts';
import { joinSignals } from '../join-signals.ts';
import { logWire } from '../log-wire.ts';
import { type Sleep, wait } from '../retry.ts';
import { toChainError } from './chain-lost.ts';
import { recoverStream } from './recover-stream.ts';
import { type CreateParams, toCreateParams } from './request/create-params.ts';
import { assembleResponse, type ResponseAssembly } from './response/assemble-response.ts';
import { fromInteraction } from './response/from-interaction.ts';
import type { InteractionsTransport, TransportOptions } from './transport/transport.ts';

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
 * `stream_cut`, and what the transport throws.
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

function toCall(
  { config }: LlmRequest,
  { target, signal, newId = randomId }: GenerateOptions,
): TransportOptions {
  const { headers = {}, timeout } = config?.httpOptions ?? {};
  const limit = timeout === undefined ? undefined : AbortSignal.timeout(timeout);
  const joined = joinSignals(signal, config?.abortSignal, limit);
  // One key for all attempts of a create, by which our server tells a repeated request from a new one.
  const key = target.kind === 'catenary' ? { 'idempotency-key': newId() } : {};
  return {
    headers: { ...key, ...headers },
    ...(joined === undefined ? {} : { signal: joined }),
  };
}

function randomId(): string {
  return crypto.randomUUID();
}

async function* answer(
  params: CreateParams,
  call: TransportOptions,
  options: GenerateOptions,
): AsyncGenerator<LlmResponse, void, undefined> {
  if (!options.stream) {
    yield fromInteraction(await options.transport.create(params, call));
    return;
  }
  const assembly = assembleResponse();
  const cause = yield* readStream(assembly, params, call, options);
  if (!assembly.isComplete) {
    yield* recover(assembly, cause, call, options);
  }
}

/** Yields what the stream brings. Returns what cut it off, if anything did. */
async function* readStream(
  assembly: ResponseAssembly,
  params: CreateParams,
  call: TransportOptions,
  { transport }: GenerateOptions,
): AsyncGenerator<LlmResponse, unknown, undefined> {
  try {
    for await (const event of transport.stream(params, call)) {
      yield* assembly.push(event);
      if (assembly.isComplete) {
        yield assembly.finish();
        return undefined;
      }
    }
    return undefined;
  } catch (error) {
    if (AgentsError.isInstance(error) && error.code === 'stream_cut') {
      return error;
    }
    throw error;
  }
}

async function* recover(
  assembly: ResponseAssembly,
  cause: unknown,
  call: TransportOptions,
  { transport, sleep = wait }: GenerateOptions,
): AsyncGenerator<LlmResponse, void, undefined> {
  const { interactionId, lastEventId } = assembly;
  for await (const recovered of recoverStream(
    transport,
    { interactionId, lastEventId, cause },
    { ...call, sleep },
  )) {
    if (recovered.type === 'interaction') {
      yield* assembly.finishWith(recovered.interaction);
      return;
    }
    yield* assembly.push(recovered.event);
    if (assembly.isComplete) {
      yield assembly.finish();
      return;
    }
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
