import { GoogleGenAI } from '@google/genai';
import { describe, expect, it, vi } from 'vitest';
import type { LlmRequest } from '../src/contract/llm-request.ts';
import { LogLevel, setLogger, setLogLevel } from '../src/logger.ts';
import { Gemini, type GeminiParams, isGemini } from '../src/model/gemini.ts';
import { checkInteractionsSupport } from '../src/model/interactions-support.ts';
import { toInteractionsTarget } from '../src/model/interactions-target.ts';
import type { SentRequest } from '../src/model/observe-fetch.ts';
import { type Environment, resolveEndpoint } from '../src/model/resolve-endpoint.ts';
import { openLoopback, streamOf } from './support/loopback.ts';
import { interactionEvents, interactionOf, output } from './support/model-streams.ts';
import { collect } from './support/run.ts';

const REQUEST: LlmRequest = { contents: [{ role: 'user', parts: [{ text: 'hello' }] }], toolsDict: {} };
const ANSWER = {
  json: interactionOf(
    'v1_a',
    [{ type: 'model_output', content: [{ type: 'text', text: 'Hi' }] }],
    'completed',
  ),
};

describe('where a model speaks to', () => {
  const endpoint = (options: Partial<GeminiParams>, environment: Environment = {}) =>
    resolveEndpoint({ model: 'gemini-2.5-flash', ...options }, environment);

  it('is Google’s public API unless something else is said', () => {
    expect(endpoint({ apiKey: 'k' })).toEqual({
      type: 'key',
      baseUrl: 'https://generativelanguage.googleapis.com',
      apiVersion: 'v1beta',
      apiKey: 'k',
    });
  });

  it.each(['GOOGLE_GENAI_API_KEY', 'GOOGLE_API_KEY', 'GEMINI_API_KEY'])('takes its key from %s', (name) => {
    expect(
      endpoint({}, { [name]: 'k', GEMINI_API_KEY: name === 'GEMINI_API_KEY' ? 'k' : 'late' }).apiKey,
    ).toBe('k');
    expect(endpoint({ apiKey: 'own' }, { [name]: 'k' }).apiKey).toBe('own');
    expect(endpoint({}, { [name]: '' }).apiKey).toBeUndefined();
  });

  it('a key of the environment does not go to a base URL that the program sets', () => {
    const environment = { GEMINI_API_KEY: 'k', GOOGLE_GEMINI_BASE_URL: 'https://proxy.example/' };
    expect(endpoint({ baseUrl: 'https://other.example' }, environment).apiKey).toBeUndefined();
    expect(endpoint({}, environment)).toMatchObject({ baseUrl: 'https://proxy.example', apiKey: 'k' });
  });

  it.each([
    ['http://127.0.0.1:8080', 'http://127.0.0.1:8080', 'v1beta'],
    ['http://127.0.0.1:8080/', 'http://127.0.0.1:8080', 'v1beta'],
    ['http://h.example/v1beta', 'http://h.example', 'v1beta'],
    ['http://h.example/v1/', 'http://h.example', 'v1'],
    ['http://h.example//proxy///v1alpha//', 'http://h.example/proxy', 'v1alpha'],
    ['http://h.example/v1beta1', 'http://h.example', 'v1beta1'],
    ['http://h.example/gemini-v1', 'http://h.example/gemini-v1', 'v1beta'],
  ])('%s is %s, version %s', (baseUrl, url, apiVersion) => {
    expect(endpoint({ baseUrl })).toMatchObject({ baseUrl: url, apiVersion });
    expect(endpoint({ baseUrl, apiVersion: 'v9' })).toMatchObject({ baseUrl: url, apiVersion: 'v9' });
  });

  it.each([
    'localhost:8080',
    'nowhere',
    'ftp://h',
    'http://user:s3cret@h.example',
    'http://h.example/?key=s3cret',
  ])('%s is refused when the model is made, without its secrets in the message', (baseUrl) => {
    expect(() => new Gemini({ baseUrl })).toThrow(
      expect.objectContaining({ code: 'invalid_argument', message: expect.not.stringContaining('s3cret') }),
    );
  });

  it('is Vertex AI by option, by environment, or by a name that is a resource', () => {
    const environment = {
      GOOGLE_GENAI_USE_VERTEXAI: 'TRUE',
      GOOGLE_CLOUD_PROJECT: 'p',
      GOOGLE_CLOUD_LOCATION: 'l',
    };
    const vertex = { type: 'vertex', project: 'p', location: 'l' };
    expect(endpoint({}, environment)).toMatchObject(vertex);
    expect(endpoint({ vertexai: true, project: 'p', location: 'l' })).toMatchObject(vertex);
    expect(endpoint({ model: 'projects/p/models/m' }, environment)).toMatchObject(vertex);
    expect(endpoint({ vertexai: false }, environment).type).toBe('key');
    expect(endpoint({ apiKey: 'k' }, environment).type).toBe('key');
    expect(endpoint({ baseUrl: 'http://127.0.0.1:1' }, environment).type).toBe('key');
  });
});

describe('where chains are kept', () => {
  const target = (options: Partial<GeminiParams>) =>
    toInteractionsTarget(resolveEndpoint({ model: 'gemini-2.5-flash', ...options }, {}));

  it('is one place for each endpoint, project and key', () => {
    const ids = [
      target({ apiKey: 'key-1' }),
      target({ apiKey: 'key-2' }),
      target({ apiKey: 'key-1', baseUrl: 'https://h.example' }),
      target({ baseUrl: 'https://h.example' }),
      target({ vertexai: true, project: 'p', location: 'l' }),
      target({ vertexai: true, project: 'p2', location: 'l' }),
    ].map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.join()).not.toContain('key-1');
    // The version and the model are no part of it.
    expect(target({ apiKey: 'key-1', apiVersion: 'v1' })).toEqual(
      target({ apiKey: 'key-1', model: 'other' }),
    );
  });

  it.each([
    [{}, 'google'],
    [{ vertexai: true }, 'google'],
    [{ baseUrl: 'https://us-central1-aiplatform.googleapis.com' }, 'google'],
    [{ baseUrl: 'https://googleapis.com.evil.example' }, 'other'],
    [{ baseUrl: 'https://h.example' }, 'other'],
    [{ baseUrl: 'http://127.0.0.1:1' }, 'catenary'],
    [{ baseUrl: 'http://localhost:1' }, 'catenary'],
    [{ baseUrl: 'http://[::1]:1' }, 'catenary'],
  ] as const)('%j is of the kind %s', (options, kind) => {
    expect(target(options).kind).toBe(kind);
  });

  it('can be told', () => {
    const known = { kind: 'catenary', retentionMs: 5 } as const;
    const model = new Gemini({ useInteractionsApi: true, baseUrl: 'https://h.example', target: known });
    expect(model.interactionsTarget).toMatchObject(known);
    expect(model.mixesBuiltInTools).toBe(true);
  });
});

describe('Gemini', () => {
  it('is gemini-2.5-flash in standard mode unless told otherwise', () => {
    const model = new Gemini();
    expect([model.model, model.useInteractionsApi, model.interactionsTarget]).toEqual([
      'gemini-2.5-flash',
      false,
      undefined,
    ]);
    expect([isGemini(model), isGemini({})]).toEqual([true, false]);
  });

  it.each([
    ['gemini-2.5-flash', {}, false],
    ['gemini-3.1-flash-lite', {}, true],
    ['models/gemini-10-pro', {}, true],
    ['gemini-2.5-flash', { baseUrl: 'http://127.0.0.1:1' }, true],
    ['llama', { baseUrl: 'https://h.example' }, false],
    ['llama', { baseUrl: 'https://h.example', mixesBuiltInTools: true }, true],
  ])('%s with %j mixes built-in tools with functions: %s', (model, options, mixes) => {
    expect(new Gemini({ model, apiKey: 'k', ...options }).mixesBuiltInTools).toBe(mixes);
  });

  it.each([true, false])(
    'without a key is made, and fails at the first call with the ways to go on (%s)',
    async (flag) => {
      for (const name of [
        'GOOGLE_GENAI_API_KEY',
        'GOOGLE_API_KEY',
        'GEMINI_API_KEY',
        'GOOGLE_GEMINI_BASE_URL',
        'GOOGLE_GENAI_USE_VERTEXAI',
      ]) {
        vi.stubEnv(name, undefined);
      }
      try {
        await expect(
          collect(new Gemini({ useInteractionsApi: flag }).generateContentAsync(REQUEST)),
        ).rejects.toMatchObject({
          code: 'missing_credentials',
          hint: expect.stringMatching(/GOOGLE_GENAI_API_KEY.*GOOGLE_CLOUD_PROJECT.*catenary-server/),
        });
        await expect(
          collect(new Gemini({ vertexai: true }).generateContentAsync(REQUEST)),
        ).rejects.toMatchObject({
          code: 'missing_credentials',
          hint: expect.stringContaining('GOOGLE_CLOUD_PROJECT'),
        });
      } finally {
        vi.unstubAllEnvs();
      }
    },
  );

  it('does not show its key when printed', () => {
    const model = new Gemini({ apiKey: 'very-secret', headers: { authorization: 'very-secret' } });
    expect(`${JSON.stringify(model)}${Object.entries(model).join()}`).not.toContain('very-secret');
  });

  it('speaks to a server that needs no key, and shows each request as it goes out', async () => {
    const { url, requests } = await openLoopback(ANSWER, streamOf(interactionEvents('v1_b', [output('Hé')])));
    const sent: SentRequest[] = [];
    const model = new Gemini({
      useInteractionsApi: true,
      baseUrl: `${url}/v1/`,
      headers: { 'x-mine': '1' },
      onRequest: (request) => sent.push(request),
    });
    const [first] = await collect(
      model.generateContentAsync({ ...REQUEST, contents: [{ parts: [{ text: 'é' }] }] }),
    );
    await collect(
      model.generateContentAsync({ ...REQUEST, previousInteractionId: first!.interactionId! }, true),
    );
    expect(requests).toMatchObject([
      { url: '/v1/interactions', headers: { 'x-goog-api-key': 'none', 'x-mine': '1' } },
      { url: '/v1/interactions', body: { previous_interaction_id: 'v1_a', input: 'hello', stream: true } },
    ]);
    expect(sent).toEqual(
      requests.map(({ method, text, url: path }) => ({
        method,
        url: url + path,
        body: text,
        bytes: Buffer.byteLength(text),
      })),
    );
  });

  it('adds no key where the headers bring credentials', async () => {
    const { url, requests } = await openLoopback(ANSWER);
    const headers = { Authorization: 'Bearer t' };
    await collect(
      new Gemini({ useInteractionsApi: true, baseUrl: url, headers }).generateContentAsync(REQUEST),
    );
    expect(requests[0]?.headers).toMatchObject({ authorization: 'Bearer t' });
    expect(requests[0]?.headers).not.toHaveProperty('x-goog-api-key');
  });

  it('uses the fetch it is given', async () => {
    const fetch = async () => Response.json(ANSWER.json);
    const model = new Gemini({ useInteractionsApi: true, apiKey: 'k', fetch });
    expect(await collect(model.generateContentAsync(REQUEST))).toMatchObject([{ interactionId: 'v1_a' }]);
  });

  it('uses the client it is given, on both paths', async () => {
    const chunk = {
      candidates: [{ content: { role: 'model', parts: [{ text: 'Yo' }] }, finishReason: 'STOP' }],
    };
    const { url, requests } = await openLoopback(ANSWER, { json: chunk });
    const client = new GoogleGenAI({ vertexai: false, apiKey: 'theirs', httpOptions: { baseUrl: url } });
    const chained = new Gemini({ useInteractionsApi: true, client });
    expect(chained.interactionsTarget).toMatchObject({ kind: 'google' });
    expect(await collect(chained.generateContentAsync(REQUEST))).toMatchObject([{ interactionId: 'v1_a' }]);
    expect(await collect(new Gemini({ client }).generateContentAsync(REQUEST))).toMatchObject([
      { content: { parts: [{ text: 'Yo' }] } },
    ]);
    expect(requests.map(({ url: path, headers }) => [path, headers['x-goog-api-key']])).toEqual([
      ['/v1beta/interactions', 'theirs'],
      ['/v1beta/models/gemini-2.5-flash:generateContent', 'theirs'],
    ]);
  });

  it('refuses a client without interactions, and names the version that has them', async () => {
    const client = { models: {}, vertexai: false } as unknown as GoogleGenAI;
    const model = new Gemini({ useInteractionsApi: true, client });
    await expect(collect(model.generateContentAsync(REQUEST))).rejects.toMatchObject({
      code: 'missing_capability',
      hint: expect.stringContaining('2.32.0'),
    });
  });

  it('reaches Vertex AI through the SDK, with the project in the path', async () => {
    const { url, requests } = await openLoopback(ANSWER);
    const model = new Gemini({
      useInteractionsApi: true,
      vertexai: true,
      project: 'p1',
      location: 'us-central1',
      baseUrl: url,
      headers: { Authorization: 'Bearer t' },
    });
    expect(await collect(model.generateContentAsync(REQUEST))).toMatchObject([{ interactionId: 'v1_a' }]);
    expect(requests).toMatchObject([
      {
        url: '/v1beta1/projects/p1/locations/us-central1/interactions',
        headers: { authorization: 'Bearer t' },
      },
    ]);
  });

  it('logs whole requests and answers at the debug level, without keys', async () => {
    const lines: string[] = [];
    const debug = (...values: unknown[]) => void lines.push(values.join(' '));
    setLogger({ debug, info: () => {}, warn: () => {}, error: () => {} });
    setLogLevel(LogLevel.DEBUG);
    try {
      const { url } = await openLoopback(ANSWER);
      const server = {
        name: 'm',
        streamableHttpTransport: { url: 'https://m', headers: { token: 'very-secret' } },
      };
      const config = { tools: [{ mcpServers: [server] }] };
      const model = new Gemini({ useInteractionsApi: true, baseUrl: url, apiKey: 'very-secret' });
      await collect(model.generateContentAsync({ ...REQUEST, config }));
    } finally {
      setLogger(null);
      setLogLevel(LogLevel.WARN);
    }
    expect(lines).toEqual([
      expect.stringContaining('"input": "hello"'),
      expect.stringContaining('"interactionId": "v1_a"'),
    ]);
    expect(lines.join()).not.toContain('very-secret');
  });

  it('aborted before it starts asks nobody', async () => {
    const { url, requests } = await openLoopback(ANSWER);
    const reason = new Error('enough');
    const model = new Gemini({ useInteractionsApi: true, baseUrl: url });
    const answer = model.generateContentAsync(REQUEST, false, AbortSignal.abort(reason));
    await expect(answer.next()).rejects.toBe(reason);
    expect(requests).toEqual([]);
  });

  it('observes a signal and a time limit of the request itself', async () => {
    const { url } = await openLoopback('silence');
    const model = new Gemini({ useInteractionsApi: true, baseUrl: url });
    const reason = new Error('enough');
    const config = { abortSignal: AbortSignal.abort(reason) };
    await expect(collect(model.generateContentAsync({ ...REQUEST, config }))).rejects.toBe(reason);
    const limited = { httpOptions: { timeout: 1 } };
    await expect(collect(model.generateContentAsync({ ...REQUEST, config: limited }))).rejects.toMatchObject({
      name: 'TimeoutError',
    });
  });
});

it('the installed SDK has interactions', async () => {
  expect(await checkInteractionsSupport()).toEqual({ supported: true });
});
