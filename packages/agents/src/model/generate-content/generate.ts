import type { GenerateContentParameters, GoogleGenAI } from '@google/genai';
import type { LlmRequest } from '../../contract/llm-request.ts';
import type { LlmResponse } from '../../contract/llm-response.ts';
import { AgentsError } from '../../error.ts';
import { generateClientFunctionCallId, withCallId } from '../../event/call-id.ts';
import { joinSignals } from '../join-signals.ts';
import { logWire } from '../log-wire.ts';
import { type RetryOptions, retry } from '../retry.ts';
import { createChunkAggregate } from './aggregate.ts';
import { fromSdkError } from './from-sdk-error.ts';
import { toGenerateContentParams } from './to-params.ts';
import { toResponse } from './to-response.ts';

/** What an answer over `generateContent` takes beside the request. */
export interface GenerateContentOptions {
  /** Called when a request is made, not before: loading the SDK takes its time. */
  readonly loadClient: () => Promise<GoogleGenAI>;
  /** For a request that names no model itself. */
  readonly model: string;
  readonly stream: boolean;
  readonly signal?: AbortSignal | undefined;
  readonly newCallId?: () => string;
  readonly retry?: Pick<RetryOptions, 'sleep' | 'random'>;
}

/**
 * Answers a request over `generateContent`, with the whole history: partial responses while streaming, then exactly one
 * final response. Throws `invalid_argument`, `request_refused`, `network`, `create_outcome_unknown`, and `stream_cut` for a
 * stream that ends without saying how.
 */
export async function* generateContent(
  request: LlmRequest,
  options: GenerateContentOptions,
): AsyncGenerator<LlmResponse, void, undefined> {
  const client = await options.loadClient();
  const signal = joinSignals(options.signal, request.config?.abortSignal);
  // The SDK does not close the connection of a stream that nobody reads on.
  const leave = new AbortController();
  const params = toGenerateContentParams(request, {
    model: options.model,
    isVertex: client.vertexai,
    signal: joinSignals(signal, leave.signal) ?? leave.signal,
  });
  logWire('generateContent request', params);
  const responses = options.stream
    ? streamed(client, params, { ...options, signal })
    : whole(client, params, { ...options, signal });
  try {
    for await (const response of responses) {
      if (response.partial !== true) {
        logWire('generateContent response', response);
      }
      yield response;
    }
  } finally {
    leave.abort();
  }
}

async function* whole(
  client: GoogleGenAI,
  params: GenerateContentParameters,
  options: GenerateContentOptions,
): AsyncGenerator<LlmResponse, void, undefined> {
  const { newCallId = generateClientFunctionCallId } = options;
  const { content, ...rest } = toResponse(await send(() => client.models.generateContent(params), options));
  const parts = content?.parts?.map((part) => withCallId(part, () => newCallId()));
  yield {
    ...(parts === undefined || rest.errorCode !== undefined ? {} : { content: { role: 'model', parts } }),
    ...rest,
    partial: false,
    turnComplete: true,
  };
}

async function* streamed(
  client: GoogleGenAI,
  params: GenerateContentParameters,
  options: GenerateContentOptions,
): AsyncGenerator<LlmResponse, void, undefined> {
  const { newCallId = generateClientFunctionCallId } = options;
  const aggregate = createChunkAggregate(() => newCallId());
  const chunks = await send(() => client.models.generateContentStream(params), options);
  try {
    for await (const chunk of chunks) {
      options.signal?.throwIfAborted();
      const partial = aggregate.push(chunk);
      if (partial !== undefined) {
        yield partial;
      }
    }
  } catch (cause) {
    throw fromSdkError(cause, options.signal, 'stream');
  }
  options.signal?.throwIfAborted();
  if (!aggregate.isComplete) {
    throw new AgentsError({
      code: 'stream_cut',
      message: 'The stream ended before the answer was whole: no chunk said how it ended.',
      hint: 'Send the message again.',
      retryable: true,
    });
  }
  yield aggregate.finish();
}

function send<T>(call: () => Promise<T>, { signal, ...options }: GenerateContentOptions): Promise<T> {
  return retry(
    async () => {
      try {
        return await call();
      } catch (cause) {
        throw fromSdkError(cause, signal, 'create');
      }
    },
    { ...options.retry, ...(signal === undefined ? {} : { signal }) },
  );
}
