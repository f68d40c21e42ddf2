import { describe, expect, it } from 'vitest';
import { createGenAiClient } from '../src/model/create-genai-client.ts';
import type { CreateParams } from '../src/model/interactions/request/create-params.ts';
import { createFetchTransport } from '../src/model/interactions/transport/fetch-transport.ts';
import { createSdkTransport } from '../src/model/interactions/transport/sdk-transport.ts';
import type { InteractionsTransport } from '../src/model/interactions/transport/transport.ts';
import type { RetryOptions } from '../src/model/retry.ts';
import { type Answer, CLOSED_URL, openLoopback, streamOf } from './support/loopback.ts';
import { interactionEvents, interactionOf, output } from './support/model-streams.ts';
import { collect } from './support/run.ts';

type Retry = Pick<RetryOptions, 'sleep' | 'random'>;
type Kind = 'fetch' | 'sdk';

function createTransport(kind: Kind, url: string, retry: Retry): InteractionsTransport {
  if (kind === 'fetch') {
    return createFetchTransport({ url: `${url}/v1beta`, headers: { 'x-goog-api-key': 'k' }, fetch, retry });
  }
  const endpoint = { type: 'key', baseUrl: url, apiVersion: 'v1beta', apiKey: 'k' } as const;
  return createSdkTransport({ loadClient: () => createGenAiClient(endpoint, { headers: {}, fetch }), retry });
}

const PARAMS = { model: 'm', input: 'hello' };
const STREAM = { ...PARAMS, stream: true };
const WHOLE = interactionOf(
  'v1_a',
  [{ type: 'model_output', content: [{ type: 'text', text: 'Hi' }] }],
  'completed',
);
const EVENTS = interactionEvents('v1_a', [output('H', 'i')]);
const refusal = (status: number, code: string, headers?: Record<string, string>): Answer => ({
  status,
  ...(headers === undefined ? {} : { headers }),
  json: { error: { code, message: `No: ${code}` } },
});

describe.each(['fetch', 'sdk'] as const)('the transport over %s', (kind) => {
  const open = async (...answers: Answer[]) => {
    const server = await openLoopback(...answers);
    const waits: number[] = [];
    const sleep = async (ms: number) => void waits.push(ms);
    const transport = createTransport(kind, server.url, { sleep, random: () => 0 });
    return { ...server, server, waits, transport };
  };

  it('creates, and sends exactly what it is given', async () => {
    const { transport, requests } = await open({ json: WHOLE });
    expect(await transport.create(PARAMS, { headers: { 'x-mine': '1' } })).toEqual(WHOLE);
    expect(requests).toMatchObject([
      {
        method: 'POST',
        url: '/v1beta/interactions',
        headers: { 'x-goog-api-key': 'k', 'x-mine': '1', accept: 'application/json' },
        body: PARAMS,
      },
    ]);
  });

  it('streams every event as it was sent', async () => {
    const { transport, requests } = await open(streamOf(EVENTS));
    expect(await collect(transport.stream(STREAM, {}))).toEqual(EVENTS);
    expect(requests[0]).toMatchObject({ headers: { accept: 'text/event-stream' }, body: STREAM });
  });

  it('asks, follows, cancels and deletes by id', async () => {
    const cancelled = { ...WHOLE, status: 'cancelled' };
    const { transport, requests } = await open(
      { json: WHOLE },
      streamOf(EVENTS.slice(2)),
      { json: cancelled },
      { json: {} },
    );
    expect(await transport.get('a/b', {})).toEqual(WHOLE);
    expect(await collect(transport.follow('v1_a', { lastEventId: '7&' }))).toEqual(EVENTS.slice(2));
    expect(await transport.cancel('v1_a', {})).toEqual(cancelled);
    await transport.delete('v1_a', {});
    const [get, follow, cancel, remove] = requests;
    expect(get?.url).toMatch(/^\/v1beta\/interactions\/a%2Fb(\?stream=false)?$/);
    const query = new URL(follow?.url ?? '', 'http://x').searchParams;
    expect([query.get('stream'), query.get('last_event_id')]).toEqual(['true', '7&']);
    expect([cancel?.method, cancel?.url]).toEqual(['POST', '/v1beta/interactions/v1_a/cancel']);
    expect([remove?.method, remove?.url]).toEqual(['DELETE', '/v1beta/interactions/v1_a']);
  });

  it.each([
    [400, 'invalid_request', false],
    [401, 'authentication', false],
    [403, 'permission_denied', false],
    [404, 'not_found', false],
    [409, 'aborted', false],
    [500, 'api_error', true],
    [501, 'unimplemented', false],
    [504, 'deadline_exceeded', true],
  ])('%i is thrown at once, with the server’s own code', async (status, code, retryable) => {
    const { transport, requests, waits } = await open(refusal(status, code));
    const expected = { code: 'request_refused', status, serverCode: code, message: `No: ${code}`, retryable };
    await expect(transport.create(PARAMS, {})).rejects.toMatchObject(expected);
    await expect(collect(transport.stream(STREAM, {}))).rejects.toMatchObject(expected);
    await expect(transport.get('v1_a', {})).rejects.toMatchObject(expected);
    expect([requests.length, waits]).toEqual([3, []]);
  });

  it.each([429, 503])('%i is asked again, a few times, each time later', async (status) => {
    const { transport, requests, waits } = await open(refusal(status, 'too_many_requests'));
    await expect(transport.create(PARAMS, {})).rejects.toMatchObject({ code: 'request_refused', status });
    expect(requests).toHaveLength(4);
    expect(waits).toEqual([375, 750, 1500]);
  });

  it('waits as long as the server asks, and goes on when it answers', async () => {
    const { transport, waits } = await open(
      refusal(429, 'rate_limit_exceeded', { 'retry-after': '7' }),
      refusal(503, 'service_unavailable', { 'retry-after': '3600' }),
      { json: WHOLE },
    );
    expect(await transport.create(PARAMS, {})).toEqual(WHOLE);
    expect(waits).toEqual([7_000, 60_000]);
  });

  it('a gateway’s error keeps its message and gets the API’s code', async () => {
    const { transport } = await open({
      status: 400,
      json: { error: { code: 400, message: 'API key not valid.', status: 'INVALID_ARGUMENT' } },
    });
    await expect(transport.create(PARAMS, {})).rejects.toMatchObject({
      code: 'request_refused',
      serverCode: 'invalid_request',
      message: 'API key not valid.',
    });
  });

  it('a refusal that is no JSON is quoted', async () => {
    const { transport } = await open({ status: 404, text: '<h1>Nothing here</h1>' });
    await expect(transport.create(PARAMS, {})).rejects.toMatchObject({
      code: 'request_refused',
      status: 404,
      message: expect.stringContaining('Nothing here'),
    });
  });

  it('a refused connection is tried again, since nothing has happened', async () => {
    const waits: number[] = [];
    const sleep = async (ms: number) => void waits.push(ms);
    const transport = createTransport(kind, CLOSED_URL, { sleep, random: () => 0 });
    await expect(transport.create(PARAMS, {})).rejects.toMatchObject({ code: 'network', retryable: true });
    expect(waits).toHaveLength(3);
  });

  it('a create whose answer is lost is sent again: at worst an interaction remains that nobody continues', async () => {
    const { transport, requests } = await open('hang up', { json: WHOLE }, 'hang up', streamOf(EVENTS));
    expect(await transport.create(PARAMS, {})).toEqual(WHOLE);
    expect(await collect(transport.stream(STREAM, {}))).toEqual(EVENTS);
    expect(requests).toHaveLength(4);
  });

  it.each([
    { tools: [{ type: 'mcp_server', url: 'http://127.0.0.1:9' }] },
    { tools: [{ type: 'code_execution' }] },
    { environment: 'remote' },
  ] as const)('a create with %j is not: the server may have acted on it', async (effects) => {
    const { transport, requests } = await open('hang up');
    const expected = { code: 'create_outcome_unknown', retryable: false };
    const params = { ...PARAMS, ...structuredClone(effects) } as CreateParams;
    await expect(transport.create(params, {})).rejects.toMatchObject(expected);
    await expect(collect(transport.stream({ ...params, stream: true }, {}))).rejects.toMatchObject(expected);
    expect(requests).toHaveLength(2);
  });

  it('what only asks is sent again', async () => {
    const { transport, requests } = await open('hang up', { json: WHOLE });
    expect(await transport.get('v1_a', {})).toEqual(WHOLE);
    expect(requests).toHaveLength(2);
  });

  it('a stream that breaks off tells what came before and then says so', async () => {
    const { transport } = await open(streamOf(EVENTS.slice(0, 4), 'cut'));
    const seen: unknown[] = [];
    const read = async () => {
      for await (const event of transport.stream(STREAM, {})) seen.push(event);
    };
    await expect(read()).rejects.toMatchObject({ code: 'stream_cut' });
    expect(seen).toEqual(EVENTS.slice(0, 4));
  });

  it.each([
    ['no JSON', 'data: {"event_type":\n\n'],
    ['no event', 'data: {"event_type":"step.start"}\n\n'],
  ])('a frame with %s is malformed', async (_, frame) => {
    const { transport } = await open({ type: 'text/event-stream', text: frame });
    await expect(collect(transport.stream(STREAM, {}))).rejects.toMatchObject({ code: 'malformed_response' });
  });

  it.each([
    ['a page', { text: '<html></html>' }],
    ['text', { type: 'application/json', text: 'not json' }],
    ['another shape', { json: { hello: 1 } }],
  ])('%s in the place of an interaction is malformed', async (_, answer) => {
    const { transport } = await open(answer);
    await expect(transport.create(PARAMS, {})).rejects.toMatchObject({ code: 'malformed_response' });
  });

  it('an abort before the answer rejects with its reason and frees the connection', async () => {
    const { transport, reached, left } = await open('silence');
    const abort = new AbortController();
    const reason = new Error('enough');
    const answer = transport.create(PARAMS, { signal: abort.signal });
    await reached;
    abort.abort(reason);
    await expect(answer).rejects.toBe(reason);
    await left;
  });

  it('an abort between events rejects with its reason and frees the connection', async () => {
    const { transport, left } = await open(streamOf(EVENTS.slice(0, 4), 'hold'));
    const abort = new AbortController();
    const reason = new Error('enough');
    const events = transport.stream(STREAM, { signal: abort.signal });
    for (let index = 0; index < 4; index += 1) await events.next();
    const next = events.next();
    abort.abort(reason);
    await expect(next).rejects.toBe(reason);
    await left;
  });

  it('an abort while it waits to ask again ends the wait', async () => {
    const server = await openLoopback(refusal(503, 'service_unavailable', { 'retry-after': '3600' }));
    const transport = createTransport(kind, server.url, {});
    const abort = new AbortController();
    const reason = new Error('enough');
    const answer = transport.create(PARAMS, { signal: abort.signal });
    await server.reached;
    abort.abort(reason);
    await expect(answer).rejects.toBe(reason);
  });

  it('leaving the loop early frees the connection', async () => {
    const { transport, left } = await open(streamOf(EVENTS.slice(0, 4), 'hold'));
    for await (const event of transport.stream(STREAM, {})) {
      expect(event).toEqual(EVENTS[0]);
      break;
    }
    await left;
  });
});

describe('the transport over fetch', () => {
  const open = async (...answers: Answer[]) => {
    const { url } = await openLoopback(...answers);
    return createTransport('fetch', url, {});
  };

  it('reads a last frame that no blank line ends', async () => {
    const text = EVENTS.map((event) => `data: ${JSON.stringify(event)}`).join('\n\n');
    const transport = await open({ type: 'text/event-stream', text });
    expect(await collect(transport.stream(STREAM, {}))).toEqual(EVENTS);
  });

  it('an answer of another kind to a streaming request is malformed', async () => {
    const transport = await open({ json: WHOLE });
    await expect(collect(transport.stream(STREAM, {}))).rejects.toMatchObject({
      code: 'malformed_response',
      message: expect.stringContaining('application/json'),
    });
  });
});
