import { decodeStreamEvents, parseInteraction, type ReceivedStreamEvent } from '@catenary/protocol';
import { AgentsError } from '../../../error.ts';
import type { Fetch } from '../../observe-fetch.ts';
import { type RetryOptions, retry } from '../../retry.ts';
import { type BrokenCall, toConnectionError } from '../../to-connection-error.ts';
import { toRefusal } from '../../to-refusal.ts';
import { createStage } from '../request/create-stage.ts';
import { readWire, toMalformed } from './read-wire.ts';
import type { InteractionsTransport, TransportOptions } from './transport.ts';

export interface FetchTransportOptions {
  /** With the version segment, without `/interactions`. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly fetch: Fetch;
  readonly retry?: Pick<RetryOptions, 'sleep' | 'random'>;
}

interface Call extends TransportOptions {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly url: string;
  readonly accept?: 'text/event-stream';
  readonly body?: string;
  readonly stage: 'before-answer' | 'create' | 'repeatable-create';
}

const MAX_QUOTED_LENGTH = 80;

/**
 * Speaks to the API with `fetch` and the protocol's decoder: every frame as it was sent, no request that nobody asked for,
 * and an abort that reaches the socket.
 */
export function createFetchTransport(options: FetchTransportOptions): InteractionsTransport {
  const root = `${options.url}/interactions`;
  const urlOf = (id: string) => `${root}/${encodeURIComponent(id)}`;
  const send = (call: Call): Promise<Response> =>
    retry(() => sendOnce(call, options), {
      ...options.retry,
      ...(call.signal === undefined ? {} : { signal: call.signal }),
    });
  const ask = async (call: Call) => {
    const value = await readJson(await send(call), call);
    return readWire(() => parseInteraction(value));
  };
  const listen = async function* (call: Call): AsyncGenerator<ReceivedStreamEvent, void, undefined> {
    yield* readEvents(await send({ ...call, accept: 'text/event-stream' }), call);
  };
  return {
    create: (params, call) =>
      ask({ ...call, method: 'POST', url: root, body: JSON.stringify(params), stage: createStage(params) }),
    stream: (params, call) =>
      listen({
        ...call,
        method: 'POST',
        url: root,
        body: JSON.stringify(params),
        stage: createStage(params),
      }),
    get: (id, call) => ask({ ...call, method: 'GET', url: urlOf(id), stage: 'before-answer' }),
    follow: (id, { lastEventId, ...call }) => {
      const after = lastEventId === undefined ? '' : `&last_event_id=${encodeURIComponent(lastEventId)}`;
      return listen({
        ...call,
        method: 'GET',
        url: `${urlOf(id)}?stream=true${after}`,
        stage: 'before-answer',
      });
    },
    cancel: (id, call) =>
      ask({ ...call, method: 'POST', url: `${urlOf(id)}/cancel`, stage: 'before-answer' }),
    delete: async (id, call) => {
      const response = await send({ ...call, method: 'DELETE', url: urlOf(id), stage: 'before-answer' });
      // An answer that nobody reads keeps its connection.
      await response.body?.cancel();
    },
  };
}

async function sendOnce(call: Call, { fetch, headers }: FetchTransportOptions): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(call.url, {
      method: call.method,
      headers: {
        'content-type': 'application/json',
        accept: call.accept ?? 'application/json',
        ...headers,
        ...call.headers,
      },
      ...(call.body === undefined ? {} : { body: call.body }),
      ...(call.signal === undefined ? {} : { signal: call.signal }),
    });
  } catch (cause) {
    throw toConnectionError(cause, call);
  }
  if (response.ok) {
    return response;
  }
  // The status says enough where the body does not come.
  const body = await response.text().catch(() => '');
  call.signal?.throwIfAborted();
  throw toRefusal({ status: response.status, body, headers: response.headers });
}

async function readJson(response: Response, call: BrokenCall): Promise<unknown> {
  let text: string;
  try {
    text = await response.text();
  } catch (cause) {
    throw toConnectionError(cause, call);
  }
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new AgentsError({
      code: 'malformed_response',
      message: `The answer is not JSON: ${text.slice(0, MAX_QUOTED_LENGTH)}`,
      hint: 'Is the base URL that of an Interactions API?',
      cause,
    });
  }
}

async function* readEvents(
  response: Response,
  call: Call,
): AsyncGenerator<ReceivedStreamEvent, void, undefined> {
  const type = response.headers.get('content-type') ?? '';
  if (response.body === null || !type.includes('text/event-stream')) {
    await response.body?.cancel();
    throw new AgentsError({
      code: 'malformed_response',
      message: `The answer to a streaming request is ${type === '' ? 'of no type' : type}, not text/event-stream.`,
      hint: 'Is the base URL that of an Interactions API that streams?',
    });
  }
  try {
    yield* decodeStreamEvents(chunksOf(response.body));
  } catch (cause) {
    throw toMalformed(cause) ?? toConnectionError(cause, { ...call, stage: 'stream' });
  }
}

/** Not every runtime lets one iterate a stream, and leaving early must close it on all of them. */
async function* chunksOf(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array, void, undefined> {
  const reader = body.getReader();
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      yield read.value;
    }
  } finally {
    // A stream that broke rejects this with what `read` has thrown already.
    await reader.cancel().catch(() => undefined);
  }
}
