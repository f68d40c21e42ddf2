import type { Content, GenerateContentResponse } from '@google/genai';
import { describe, expect, it } from 'vitest';
import type { LlmRequest } from '../src/contract/llm-request.ts';
import { createGenAiClient } from '../src/model/create-genai-client.ts';
import { createChunkAggregate } from '../src/model/generate-content/aggregate.ts';
import { generateContent } from '../src/model/generate-content/generate.ts';
import { type Answer, openLoopback, sse } from './support/loopback.ts';
import { textsOf } from './support/read-answer.ts';
import { recordWarnings } from './support/record-warnings.ts';
import { collect } from './support/run.ts';

const warnings = recordWarnings();

type Chunk = Partial<GenerateContentResponse>;

const chunk = (parts: object[], more: object = {}, rest: object = {}): Chunk =>
  ({ candidates: [{ content: { role: 'model', parts }, ...more }], ...rest }) as unknown as Chunk;
const USAGE = { promptTokenCount: 4, candidatesTokenCount: 2, totalTokenCount: 6 };
const END = { finishReason: 'STOP' };

function aggregate(...chunks: Chunk[]) {
  let ids = 0;
  const sum = createChunkAggregate(() => `adk-${++ids}`);
  // The SDK's class has getters that a plain object has not, and that nobody here reads.
  const partials = chunks.flatMap((item) => sum.push(item as GenerateContentResponse) ?? []);
  return { partials, final: sum.finish(), isComplete: sum.isComplete };
}

describe('chunks of an answer', () => {
  it('are told one by one, and once as a whole with the text joined', () => {
    const { partials, final, isComplete } = aggregate(
      chunk([{ text: 'Thin', thought: true }]),
      chunk([{ text: 'king', thought: true, thoughtSignature: 's1' }, { text: 'Dei' }]),
      chunk([{ text: '' }], {}, { usageMetadata: { promptTokenCount: 4 } }),
      chunk([{ text: 'mos.', thoughtSignature: 's2' }], END, { usageMetadata: USAGE, modelVersion: 'm-1' }),
    );
    expect(textsOf(partials)).toEqual(['Thin', 'king', 'Dei', 'mos.']);
    expect(
      partials.every(({ partial, usageMetadata }) => partial === true && usageMetadata === undefined),
    ).toBe(true);
    expect(isComplete).toBe(true);
    expect(final).toEqual({
      content: {
        role: 'model',
        parts: [
          { text: 'Thinking', thought: true, thoughtSignature: 's1' },
          { text: 'Deimos.', thoughtSignature: 's2' },
        ],
      },
      finishReason: 'STOP',
      usageMetadata: USAGE,
      modelVersion: 'm-1',
      partial: false,
      turnComplete: true,
    });
  });

  it('keep the first signature of a text, and one that comes without text', () => {
    const { final } = aggregate(
      chunk([{ text: 'a', thoughtSignature: 'first' }]),
      chunk([{ text: 'b', thoughtSignature: 'second' }]),
      chunk([{ functionCall: { id: 'c', name: 'f', args: {} }, thoughtSignature: 's' }]),
      chunk([{ text: '', thoughtSignature: 'last' }], END),
    );
    expect(final.content?.parts).toEqual([
      { text: 'ab', thoughtSignature: 'first' },
      { functionCall: { id: 'c', name: 'f', args: {} }, thoughtSignature: 's' },
      { text: '', thoughtSignature: 'last' },
    ]);
  });

  it('hold each call once, under one id from the first time it is shown', () => {
    const { partials, final } = aggregate(
      chunk([{ functionCall: { name: 'tide', args: { pier: 4 } } }]),
      chunk([{ functionCall: { id: 'own', name: 'wind', args: {} } }]),
      chunk([{ functionCall: { id: 'own', name: 'wind', args: {} } }]),
      chunk([{ functionCall: { name: 'tide', args: { pier: 4 } } }], END),
    );
    const shown = partials.flatMap(({ content }) => content?.parts ?? []);
    // Two calls without an id are two calls, even when they say the same.
    expect(shown.map(({ functionCall }) => functionCall?.id)).toEqual(['adk-1', 'own', 'adk-2']);
    expect(final.content?.parts).toEqual(shown);
  });

  it('may be grounded', () => {
    const groundingMetadata = { webSearchQueries: ['q'] };
    const { partials, final } = aggregate(chunk([{ text: 'a' }]), chunk([], { ...END, groundingMetadata }));
    expect(partials.at(-1)).toEqual({ groundingMetadata, partial: true });
    expect(final).toMatchObject({ groundingMetadata, content: { parts: [{ text: 'a' }] } });
  });

  it.each([
    ['SAFETY', { finishReason: 'SAFETY', finishMessage: 'Blocked.' }, 'Blocked.'],
    [
      'MALFORMED_FUNCTION_CALL',
      { finishReason: 'MALFORMED_FUNCTION_CALL' },
      expect.stringContaining('MALFORMED'),
    ],
  ])('that end with %s are an error without content', (errorCode, end, errorMessage) => {
    const { final } = aggregate(chunk([{ text: 'Half' }]), chunk([], end));
    expect(final).toMatchObject({ errorCode, errorMessage, finishReason: errorCode });
    expect(final.content).toBeUndefined();
  });

  it('that end at the limit are an answer', () => {
    const { final } = aggregate(chunk([{ text: 'Half' }], { finishReason: 'MAX_TOKENS' }));
    expect(final).toMatchObject({ content: { parts: [{ text: 'Half' }] }, finishReason: 'MAX_TOKENS' });
    expect(final.errorCode).toBeUndefined();
  });

  it('that are none, because the prompt was blocked, say so', () => {
    const promptFeedback = { blockReason: 'SAFETY', blockReasonMessage: 'No.' } as never;
    expect(aggregate({ promptFeedback }).final).toMatchObject({ errorCode: 'SAFETY', errorMessage: 'No.' });
  });
});

describe('generateContent', () => {
  const run = async (
    answers: Answer[],
    request: Partial<LlmRequest> = {},
    stream = false,
    signal?: AbortSignal,
  ) => {
    const server = await openLoopback(...answers);
    const endpoint = { type: 'key', baseUrl: server.url, apiVersion: 'v1beta', apiKey: 'k' } as const;
    const waits: number[] = [];
    const responses = generateContent(
      { contents: [{ role: 'user', parts: [{ text: 'hello' }] }], toolsDict: {}, ...request },
      {
        loadClient: () => createGenAiClient(endpoint, { headers: {}, fetch }),
        model: 'gemini-2.5-flash',
        stream,
        signal,
        newCallId: () => 'adk-1',
        retry: { sleep: async (ms) => void waits.push(ms) },
      },
    );
    return { ...server, waits, responses };
  };
  const whole = chunk([{ text: 'Hi' }, { functionCall: { name: 'tide', args: {} } }], END, {
    usageMetadata: USAGE,
  });
  const streamed = (chunks: Chunk[], then?: 'cut' | 'hold'): Answer => ({
    type: 'text/event-stream',
    text: sse(chunks, ''),
    ...(then === undefined ? {} : { then }),
  });

  it('answers once, without streaming', async () => {
    const { responses, requests } = await run([{ json: whole }], { config: { temperature: 1 } });
    expect(await collect(responses)).toEqual([
      {
        content: {
          role: 'model',
          parts: [{ text: 'Hi' }, { functionCall: { id: 'adk-1', name: 'tide', args: {} } }],
        },
        finishReason: 'STOP',
        usageMetadata: USAGE,
        partial: false,
        turnComplete: true,
      },
    ]);
    expect(requests).toMatchObject([
      {
        url: '/v1beta/models/gemini-2.5-flash:generateContent',
        body: {
          contents: [{ role: 'user', parts: [{ text: 'hello' }] }],
          generationConfig: { temperature: 1 },
        },
      },
    ]);
  });

  it('answers in pieces and then once, streaming', async () => {
    const { responses, requests } = await run(
      [streamed([chunk([{ text: 'H' }]), chunk([{ text: 'i' }], END)])],
      {},
      true,
    );
    const all = await collect(responses);
    expect(all.map(({ partial }) => partial)).toEqual([true, true, false]);
    expect(textsOf(all)).toEqual(['H', 'i', 'Hi']);
    expect(requests[0]?.url).toBe('/v1beta/models/gemini-2.5-flash:streamGenerateContent?alt=sse');
  });

  it('sends history without the ids that were made here, and media as base64', async () => {
    const contents: Content[] = [
      {
        parts: [
          { inlineData: { mimeType: 'image/png', data: new Uint8Array([1, 2]) as never } },
          { text: '' },
        ],
      },
      {
        role: 'model',
        parts: [
          { functionCall: { id: 'adk-9', name: 'a', args: {} } },
          { functionCall: { id: 'x', name: 'b' } },
        ],
      },
      { role: 'model', parts: [{ text: 'hm', thought: true }] },
      { role: 'user', parts: [{ functionResponse: { id: 'adk-9', name: 'a', response: {} } }] },
      { role: 'user', parts: [] },
    ];
    const before = structuredClone(contents);
    const { responses, requests } = await run([{ json: whole }], { contents });
    await collect(responses);
    expect(requests[0]?.body.contents).toEqual([
      { role: 'user', parts: [{ inlineData: { mimeType: 'image/png', data: 'AQI=' } }] },
      {
        role: 'model',
        parts: [{ functionCall: { name: 'a', args: {} } }, { functionCall: { id: 'x', name: 'b' } }],
      },
      { role: 'model', parts: [{ text: 'hm', thought: true }] },
      { role: 'user', parts: [{ functionResponse: { name: 'a', response: {} } }] },
    ]);
    expect(contents).toEqual(before);
  });

  it('tells the service that built-in tools and functions are mixed on purpose', async () => {
    const tools = [{ googleSearch: {} }, { functionDeclarations: [{ name: 'tide' }] }];
    const { responses, requests } = await run([{ json: whole }], { config: { tools, labels: { a: 'b' } } });
    await collect(responses);
    expect(requests[0]?.body).toMatchObject({ toolConfig: { includeServerSideToolInvocations: true } });
    expect(warnings).toEqual([expect.stringContaining('labels')]);
  });

  it('empty contents are an error', async () => {
    const { responses } = await run([{ json: whole }], { contents: [{ role: 'user', parts: [] }] });
    await expect(collect(responses)).rejects.toMatchObject({ code: 'invalid_argument' });
  });

  it.each([true, false])(
    'a refusal carries the server’s code and message (streaming: %s)',
    async (stream) => {
      const error = { code: 404, message: 'No such model.', status: 'NOT_FOUND' };
      const { responses } = await run([{ status: 404, json: { error } }], {}, stream);
      await expect(collect(responses)).rejects.toMatchObject({
        code: 'request_refused',
        status: 404,
        serverCode: 'not_found',
        message: 'No such model.',
      });
    },
  );

  it('429 and 503 are asked again', async () => {
    const { responses, waits } = await run([
      { status: 429, json: {} },
      { status: 503, json: {} },
      { json: whole },
    ]);
    expect(await collect(responses)).toHaveLength(1);
    expect(waits).toHaveLength(2);
  });

  it('a stream that breaks, or ends without saying how, is no answer', async () => {
    const half = [chunk([{ text: 'Half' }])];
    for (const answer of [streamed(half), streamed(half, 'cut')]) {
      const { responses } = await run([answer], {}, true);
      expect((await responses.next()).value).toMatchObject({ partial: true });
      await expect(responses.next()).rejects.toMatchObject({ code: 'stream_cut' });
    }
  });

  it('an abort rejects with its reason and frees the connection', async () => {
    const abort = new AbortController();
    const reason = new Error('enough');
    const { responses, left } = await run(
      [streamed([chunk([{ text: 'H' }])], 'hold')],
      {},
      true,
      abort.signal,
    );
    await responses.next();
    const next = responses.next();
    abort.abort(reason);
    await expect(next).rejects.toBe(reason);
    await left;
  });

  it('leaving early frees the connection', async () => {
    const { responses, left } = await run([streamed([chunk([{ text: 'H' }])], 'hold')], {}, true);
    for await (const _ of responses) break;
    await left;
  });
});
