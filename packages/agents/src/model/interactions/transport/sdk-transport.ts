import { parseInteraction, parseStreamEvent, type ReceivedStreamEvent } from '@catenary/protocol';
import type { GoogleGenAI } from '@google/genai';
import { AgentsError } from '../../../error.ts';
import { type RetryOptions, retry } from '../../retry.ts';
import { type BrokenCall, toConnectionError } from '../../to-connection-error.ts';
import { toRefusal } from '../../to-refusal.ts';
import type { CreateParams } from '../request/create-params.ts';
import { createStage } from '../request/create-stage.ts';
import { readWire, toMalformed } from './read-wire.ts';
import type { InteractionsTransport, TransportOptions } from './transport.ts';

type Interactions = GoogleGenAI['interactions'];

export interface SdkTransportOptions {
  /** Called when a request is made, not before: loading the SDK takes its time. */
  readonly loadClient: () => Promise<GoogleGenAI>;
  readonly retry?: Pick<RetryOptions, 'sleep' | 'random'>;
}

/** How the SDK's errors call the place that it speaks to. */
const URL_NAME = 'the interactions endpoint';

/**
 * Speaks through a client of `@google/genai`, for its authentication (Vertex AI) and for programs that bring their own.
 * Its retries and its automatic continuation are off: a request that nobody asked for is never sent.
 */
export function createSdkTransport(options: SdkTransportOptions): InteractionsTransport {
  const send = <T>(
    call: (interactions: Interactions) => Promise<T>,
    { signal }: TransportOptions,
    stage: BrokenCall['stage'] = 'before-answer',
  ): Promise<T> =>
    retry(
      async () => {
        const { interactions } = await options.loadClient();
        try {
          return await call(interactions);
        } catch (cause) {
          throw fromSdkError(cause, { url: URL_NAME, signal, stage });
        }
      },
      { ...options.retry, ...(signal === undefined ? {} : { signal }) },
    );
  return {
    create: async (params, call) => {
      const answer = await send(
        (api) => api.create(toSdkParams(params), toSdkOptions(call)),
        call,
        createStage(params),
      );
      return readWire(() => parseInteraction(withoutHelpers(answer)));
    },
    stream: async function* (params, call) {
      const stream = await send(
        (api) => api.create(toSdkParams(params), toSdkOptions(call)),
        call,
        createStage(params),
      );
      yield* readStream(stream, call);
    },
    get: async (id, call) => {
      const answer = await send((api) => api.get(id, undefined, toSdkOptions(call)), call);
      return readWire(() => parseInteraction(withoutHelpers(answer)));
    },
    follow: async function* (id, { lastEventId, ...call }) {
      const after = lastEventId === undefined ? {} : { last_event_id: lastEventId };
      const query = { stream: true as const, ...after };
      yield* readStream(await send((api) => api.get(id, query, toSdkOptions(call)), call), call);
    },
    cancel: async (id, call) => {
      const answer = await send((api) => api.cancel(id, undefined, toSdkOptions(call)), call);
      return readWire(() => parseInteraction(withoutHelpers(answer)));
    },
    delete: async (id, call) => {
      await send((api) => api.delete(id, undefined, toSdkOptions(call)), call);
    },
  };
}

function toSdkOptions({ signal, headers }: TransportOptions) {
  return {
    maxRetries: 0,
    ...(signal === undefined ? {} : { signal }),
    ...(headers === undefined ? {} : { headers: { ...headers } }),
  };
}

type SdkParams = Parameters<Interactions['create']>[0];

function toSdkParams(params: CreateParams): SdkParams {
  // The SDK passes the body on as it is, and our types agree with its own, which a test of the protocol package shows. The
  // option for automatic continuation never reaches the wire.
  return { ...params, automatic_continuation: false } as unknown as SdkParams;
}

/** Fields that the SDK adds to what came over the wire. */
const HELPERS: ReadonlySet<string> = new Set([
  'output_text',
  'output_image',
  'output_audio',
  'output_video',
  'continuation_ids',
  'sdkHttpResponse',
  'httpMeta',
]);

function withoutHelpers(answer: unknown): unknown {
  if (typeof answer !== 'object' || answer === null) {
    return answer;
  }
  return Object.fromEntries(Object.entries(answer).filter(([key]) => !HELPERS.has(key)));
}

async function* readStream(
  stream: unknown,
  { signal }: TransportOptions,
): AsyncGenerator<ReceivedStreamEvent, void, undefined> {
  try {
    // What a call gives back depends on `stream: true`, which the cast of the body hides. The SDK yields text that is no
    // JSON as a string, which is no event.
    for await (const event of stream as AsyncIterable<unknown>) {
      yield parseStreamEvent(event);
    }
  } catch (cause) {
    throw toMalformed(cause) ?? toConnectionError(cause, { url: URL_NAME, signal, stage: 'stream' });
  }
}

function fromSdkError(cause: unknown, call: BrokenCall): unknown {
  const status = field(cause, 'status');
  if (call.signal?.aborted !== true && (cause instanceof SyntaxError || status === 200)) {
    return new AgentsError({
      code: 'malformed_response',
      message: `The SDK cannot read the answer: ${cause instanceof Error ? cause.message : String(cause)}`,
      hint: 'Is the base URL of the client that of an Interactions API?',
      cause,
    });
  }
  if (typeof status !== 'number' || call.signal?.aborted === true) {
    return toConnectionError(cause, call);
  }
  const headers = field(cause, 'headers');
  return toRefusal({
    status,
    body: field(cause, 'error') ?? field(cause, 'body'),
    headers: headers instanceof Headers ? headers : undefined,
    cause,
  });
}

function field(value: unknown, key: string): unknown {
  // Read by name, since the SDK's error classes may be of another copy than ours.
  return typeof value === 'object' && value !== null && key in value
    ? (value as Record<string, unknown>)[key]
    : undefined;
}
