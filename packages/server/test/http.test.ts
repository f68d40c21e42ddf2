import { connect as connectSocket } from 'node:net';
import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  type BackendEvent,
  type Logger,
  type RunningServer,
  type ServerOptions,
  startServer,
} from '../src/index.ts';
import { createScriptedBackend, type ScriptedTurn } from '../src/testing.ts';

// Many requests each, on machines that may be busy with other tests.
vi.setConfig({ testTimeout: 30_000 });

let server: RunningServer;

const answer: ScriptedTurn = { steps: [{ type: 'model_output', content: [{ type: 'text', text: 'Hi.' }] }] };
const json = { 'content-type': 'application/json' };

async function start(options: ServerOptions = {}, turns: readonly ScriptedTurn[] = [answer]) {
  server = await startServer({ backend: createScriptedBackend(turns), ...options });
}

async function send(path: string, init: RequestInit = {}) {
  const response = await fetch(server.url + path, init);
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    text,
    body: text === '' ? undefined : JSON.parse(text),
  };
}

const post = (body: string, headers: Record<string, string> = json) =>
  send('/v1beta/interactions', { method: 'POST', headers, body });

/** Sends bytes as they are, for what `fetch` will not send, and returns the status line and all that follows. */
function sendRaw(text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let received = '';
    const socket = connectSocket(server.port, '127.0.0.1', () => socket.write(text));
    socket.setEncoding('utf8');
    socket.on('data', (chunk) => {
      received += chunk;
    });
    socket.on('end', () => resolve(received));
    socket.on('close', () => resolve(received));
    socket.on('error', reject);
  });
}

afterEach(() => server.close());

describe('a request that is not one of the API', () => {
  it.each([
    ['GET', '/', 404, 'not_found'],
    ['GET', '/v1beta/models', 404, 'not_found'],
    ['POST', '/v1beta/interactions/a/b/c', 404, 'not_found'],
    ['GET', '/v1beta/interactions', 405, 'method_not_allowed'],
    ['PUT', '/v1beta/interactions/v1_x', 405, 'method_not_allowed'],
    ['OPTIONS', '/v1beta/interactions', 405, 'method_not_allowed'],
    ['GET', '/v1beta/interactions/v1_x/cancel', 405, 'method_not_allowed'],
  ])('%s %s has the error body of the protocol', async (method, path, status, code) => {
    await start();
    expect(await send(path, { method })).toMatchObject({
      status,
      body: { error: { code, message: expect.any(String) } },
    });
  });

  it.each([
    ['GET', '/v1/interactions/v1_gone'],
    ['GET', '/v1/interactions/v1_gone?stream=true'],
    ['DELETE', '/v1/interactions/%2e%2e%2f%00'],
    ['POST', '/v1/interactions/v1_gone/cancel'],
    ['GET', '/v1/interactions/%ff'],
  ])('%s %s finds no interaction', async (method, path) => {
    await start();
    const { status, body } = await send(path, { method });
    expect({ status, body }).toMatchObject({
      status: 404,
      body: {
        error: { code: 'not_found', message: expect.stringContaining('was not found or has expired.') },
      },
    });
  });

  it.each(['?stream=yes', '?stream=true&last_event_id=1', '?last_event_id=1', '?include_input=1'])(
    'a get with the query %s is refused, or finds nothing',
    async (query) => {
      await start();
      expect([400, 404]).toContain((await send(`/v1/interactions/v1_x${query}`)).status);
    },
  );

  it('a position that the stream never had is refused, and nothing is replayed', async () => {
    await start();
    const { body } = await post('{"model":"scripted","input":"Hi"}');
    for (const position of ['', '0', '-1', '7', 'zzzz', '1.5', '%00', '9'.repeat(400)]) {
      const reply = await send(`/v1/interactions/${body.id}?stream=true&last_event_id=${position}`);
      expect(reply).toMatchObject({ status: 400, body: { error: { code: 'invalid_request' } } });
    }
  });
});

describe('a body', () => {
  it.each([
    ['no JSON', '{', 400, 'invalid_request'],
    ['nothing', '', 400, 'invalid_request'],
    ['a list', '[]', 400, 'invalid_request'],
    ['null', 'null', 400, 'invalid_request'],
    ['an unknown field', '{"model":"scripted","input":"Hi","colour":"blue"}', 400, 'parameter_unknown'],
    [
      'a key with a meaning',
      '{"model":"scripted","input":"Hi","__proto__":{"store":false}}',
      400,
      'parameter_unknown',
    ],
    ['deep nesting', `{"model":"scripted","input":${'['.repeat(200_000)}`, 400, 'invalid_request'],
    ['an empty list', '{"model":"scripted","input":[]}', 400, 'invalid_request'],
  ])('with %s is refused', async (_, body, status, code) => {
    await start();
    expect(await post(body)).toMatchObject({ status, body: { error: { code } } });
  });

  it('of another type is refused, for a page of another site may send that', async () => {
    await start();
    const body = '{"model":"scripted","input":"Hi"}';
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data',
      'application/jsonp',
      '',
    ]) {
      expect(await post(body, { 'content-type': type })).toMatchObject({
        status: 415,
        body: { error: { code: 'unsupported_media_type' } },
      });
    }
    expect(await post(body, { 'content-type': 'Application/JSON; charset=utf-8' })).toMatchObject({
      status: 200,
    });
  });

  it('that is no UTF-8 is refused', async () => {
    await start();
    const body = Buffer.from('{"model":"scripted","input":"\xff"}', 'latin1');
    expect(await send('/interactions', { method: 'POST', headers: json, body })).toMatchObject({
      status: 400,
      body: { error: { message: 'The body is not UTF-8.' } },
    });
  });

  it('that is too large is refused, with its length told and without', async () => {
    await start({ maxBodyBytes: 1000 });
    const body = JSON.stringify({ model: 'scripted', input: 'x'.repeat(100_000) });
    expect(await post(body)).toMatchObject({ status: 413, body: { error: { code: 'payload_too_large' } } });
    const chunk = `${body.length.toString(16)}\r\n${body}\r\n`;
    const head = 'POST /interactions HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n';
    expect(await sendRaw(`${head}transfer-encoding: chunked\r\n\r\n${chunk.repeat(3)}`)).toMatch(
      /^HTTP\/1\.1 413 /,
    );
    expect(await post('{"model":"scripted","input":"Hi"}')).toMatchObject({ status: 200 });
  });

  it('keeps keys with a meaning in arguments and results, and changes no prototype', async () => {
    await start();
    const steps =
      '[{"type":"function_call","id":"c","name":"f","arguments":{"__proto__":{"polluted":1}}},' +
      '{"type":"function_result","call_id":"c","result":{"constructor":{"prototype":{"polluted":1}}}}]';
    const { body } = await post(`{"model":"scripted","input":${steps}}`);
    const got = await send(`/interactions/${body.id}?include_input=true`);
    expect(JSON.stringify(got.body.input)).toBe(JSON.stringify(JSON.parse(steps)));
    expect({}).not.toHaveProperty('polluted');
  });
});

describe('a web page', () => {
  it.each([
    ['evil.example', undefined, 403],
    ['evil.example:80', undefined, 403],
    ['localhost.evil.example', undefined, 403],
    ['localhost:1234', undefined, 404],
    ['127.0.0.1', undefined, 404],
    ['[::1]:80', undefined, 404],
    ['app.localhost', undefined, 404],
    ['agents.example', undefined, 404],
    ['localhost', 'https://evil.example', 403],
    ['localhost', 'null', 403],
    ['localhost', 'http://localhost.evil.example', 403],
    ['localhost', 'http://192.168.1.7', 403],
    ['localhost', 'http://localhost:3000', 404],
    ['localhost', 'http://127.0.0.1:3000', 404],
    ['localhost', 'https://app.example', 404],
  ])('that sends to the host %s from the origin %s gets %i', async (host, origin, status) => {
    await start({ allowedHosts: ['agents.example'], allowedOrigins: ['https://app.example'] });
    const head = `GET /v1/interactions/x HTTP/1.1\r\nhost: ${host}\r\nconnection: close\r\n`;
    const reply = await sendRaw(`${head}${origin === undefined ? '' : `origin: ${origin}\r\n`}\r\n`);
    expect(reply).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  });
});

describe('an answer', () => {
  it('names the backend, what had no effect, and that usage is a guess', async () => {
    await start();
    const { headers } = await post(
      '{"model":"scripted","input":"Hi","labels":{"a":"b"},"service_tier":"flex","safety_settings":[]}',
    );
    expect(headers.get('x-catenary-backend')).toBe('scripted');
    expect(headers.get('x-catenary-ignored')).toBe('labels, safety_settings, service_tier');
    expect(headers.get('x-catenary-usage')).toBe('estimated');
  });

  it('tells no key to the log, wherever it was sent', async () => {
    const lines: unknown[] = [];
    const log = (fields: object, message: string) => lines.push({ ...fields, message });
    const logger: Logger = { debug: log, info: log, warn: log, error: log };
    await start({ logger });
    await send('/v1beta/interactions?key=secret-1', {
      method: 'POST',
      headers: {
        ...json,
        'x-goog-api-key': 'secret-2',
        authorization: 'Bearer secret-3',
        cookie: 'secret-4',
      },
      body: '{"model":"scripted","input":"secret-5"}',
    });
    await send('/v1beta/nothing?key=secret-6');
    expect(lines).toHaveLength(2);
    expect(lines[0]).toMatchObject({ method: 'POST', path: '/v1beta/interactions', status: 200 });
    expect(JSON.stringify(lines)).not.toContain('secret');
  });
});

describe('whatever a client sends', () => {
  const word = fc.oneof(
    fc.constantFrom(
      'model',
      'agent',
      'input',
      'tools',
      'type',
      'function',
      'text',
      'stream',
      'store',
      'scripted',
    ),
    fc.constantFrom(
      'user_input',
      'function_call',
      'function_result',
      'call_id',
      'content',
      'generation_config',
    ),
    fc.string({ unit: 'binary', maxLength: 6 }),
  );
  const value = fc.letrec((tie) => ({
    any: fc.oneof(
      { depthSize: 'small' },
      word,
      fc.boolean(),
      fc.double(),
      fc.constant(null),
      tie('list'),
      tie('map'),
    ),
    list: fc.array(tie('any'), { maxLength: 4 }),
    map: fc.dictionary(word, tie('any'), { maxKeys: 5 }),
  }));
  const body = fc.record(
    {
      model: fc.oneof({ weight: 5, arbitrary: fc.constant('scripted') }, { weight: 1, arbitrary: value.any }),
      input: value.any,
      tools: value.list,
      generation_config: value.map,
      response_format: value.any,
      previous_interaction_id: word,
      store: fc.boolean(),
    },
    { requiredKeys: ['model', 'input'] },
  );

  it('is answered with JSON, and never as a fault of the server', async () => {
    await start({ backend: { name: 'scripted', generate: speak } });
    await fc.assert(
      fc.asyncProperty(fc.oneof(body, value.any), async (sent) => {
        const { status, body: received } = await post(JSON.stringify(sent) ?? '');
        expect(status).toBeLessThan(500);
        expect(status === 200 || typeof received.error.code === 'string').toBe(true);
      }),
      { numRuns: 300 },
    );
  });

  it('in its path or query is answered too', async () => {
    await start();
    const segment = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 9 }),
      fc.constantFrom('interactions', 'v1', '..'),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('GET', 'POST', 'DELETE', 'PATCH'),
        fc.array(segment, { maxLength: 6 }),
        fc.array(fc.tuple(fc.constantFrom('stream', 'last_event_id', 'include_input', 'key'), segment), {
          maxLength: 3,
        }),
        async (method, segments, query) => {
          const path = segments.map(encodeURIComponent).join('/');
          const { status } = await send(
            `/${path}?${query.map(([k, v]) => `${k}=${encodeURIComponent(v)}`).join('&')}`,
            { method },
          );
          expect(status).toBeGreaterThanOrEqual(400);
          expect(status).toBeLessThan(500);
        },
      ),
      { numRuns: 200 },
    );
  });
});

async function* speak(): AsyncGenerator<BackendEvent> {
  yield { type: 'step.start', step: { type: 'model_output', content: [{ type: 'text', text: 'Hi.' }] } };
  yield { type: 'step.stop' };
  yield { type: 'end' };
}
