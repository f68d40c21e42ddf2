import { describe, expect, it, vi } from 'vitest';
import { type ServerOptions, startServer } from '../src/index.ts';
import { createGate, createScriptedBackend } from '../src/testing.ts';
import { createManualClock } from './support/manual-clock.ts';
import { useTemporaryFolder } from './support/temporary-folder.ts';

// Many requests each, on machines that may be busy with other tests.
vi.setConfig({ testTimeout: 30_000 });

const folder = useTemporaryFolder();
const backend = () =>
  createScriptedBackend([{ steps: [{ type: 'model_output', content: [{ type: 'text', text: 'Hi.' }] }] }]);

function create(url: string, body: object): Promise<Response> {
  const headers = { 'content-type': 'application/json' };
  return fetch(`${url}/v1/interactions`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ model: 'scripted', input: 'Hi', ...body }),
  });
}

describe('a server that cannot be started is refused with a code', () => {
  it.each<[string, ServerOptions, string]>([
    ['a host that others reach', { host: '0.0.0.0' }, 'remote_not_allowed'],
    ['a name that may be one', { host: 'example.com' }, 'remote_not_allowed'],
    ['a port that is none', { port: 65_536 }, 'invalid_option'],
    ['a limit that is none', { maxBodyBytes: 0 }, 'invalid_option'],
    ['an alias that cannot be read', { aliases: ['x'] }, 'invalid_option'],
    ['an alias of nobody', { aliases: ['x=nobody'] }, 'invalid_option'],
    ['an unknown backend', { backend: 'gpt' }, 'invalid_option'],
    ['an unknown store', { store: 'postgres' }, 'invalid_option'],
    ['a folder of documents that is not there', { documents: 'no/such/folder' }, 'documents_unreadable'],
    ['an address of another machine', { host: '192.0.2.1', allowRemote: true }, 'address_unavailable'],
  ])('%s', async (_, options, code) => {
    await expect(startServer({ backend: backend(), ...options })).rejects.toMatchObject({
      name: 'StartError',
      code,
      hint: expect.any(String),
    });
  });

  it('a port in use, and its store is free again', async () => {
    const store = `sqlite:${folder.path('port.db')}`;
    const first = await startServer({ backend: backend() });
    await expect(startServer({ backend: backend(), port: first.port, store })).rejects.toMatchObject({
      code: 'address_in_use',
      retryable: true,
    });
    await first.close();
    await first.close();
    const second = await startServer({ backend: backend(), port: first.port, store });
    expect(second.port).toBe(first.port);
    await second.close();
  });
});

describe('a server', () => {
  it('listens where it is told, other machines only on demand', async () => {
    const server = await startServer({ backend: backend(), host: '0.0.0.0', allowRemote: true });
    expect((await create(`http://127.0.0.1:${server.port}`, {})).status).toBe(200);
    await server.close();
  });

  it('takes its defaults where a program that is not type-checked passes undefined', async () => {
    const options = { backend: backend(), port: undefined, store: undefined, logger: undefined };
    const server = await startServer(options as unknown as ServerOptions);
    expect((await create(server.url, {})).status).toBe(200);
    await server.close();
  });

  it('goes on with its file after a stop in the same process', async () => {
    const store = `sqlite:${folder.path('again.db')}`;
    const first = await startServer({ backend: backend(), store });
    const { id } = await (await create(first.url, {})).json();
    await first.close();
    const script = backend();
    const second = await startServer({ backend: script, store });
    expect((await create(second.url, { previous_interaction_id: id })).status).toBe(200);
    expect(script.requests[0]?.steps).toHaveLength(3);
    await second.close();
  });

  it('lets a run end within the grace period when it is closed', async () => {
    const gate = createGate();
    const script = createScriptedBackend([
      { actions: [{ type: 'wait', until: gate.opened }, { type: 'end' }] },
    ]);
    const server = await startServer({ backend: script });
    const response = await create(server.url, { stream: true });
    const closing = server.close();
    gate.open();
    expect(await response.text()).toMatch(/"status":"completed".*\n\nevent: done\ndata: \[DONE\]\n\n$/);
    await closing;
    await server.close();
    await expect(create(server.url, {})).rejects.toThrow();
  });

  it('ends a run that goes on beyond it as failed, in its stream and in the store', async () => {
    const store = `sqlite:${folder.path('grace.db')}`;
    const script = createScriptedBackend([{ actions: [{ type: 'hang' }] }]);
    const server = await startServer({ backend: script, store, closeGraceMs: 0 });
    const response = await create(server.url, { stream: true });
    await server.close();
    const text = await response.text();
    expect(text).toMatch(/event: error\n.*"service_unavailable".*\n\nevent: done\ndata: \[DONE\]\n\n$/s);
    const id = /"id":"(v1_[\w-]+)"/.exec(text)?.[1];
    const next = await startServer({ backend: backend(), store });
    const stored = await (await fetch(`${next.url}/v1/interactions/${id}`)).json();
    expect(stored).toMatchObject({ status: 'failed', errors: [{ message: 'The server is stopping.' }] });
    await next.close();
  });

  it('closes the backend too', async () => {
    let isClosed = false;
    const close = async () => {
      isClosed = true;
    };
    const closable = { ...backend(), close };
    await (await startServer({ backend: closable })).close();
    expect(isClosed).toBe(true);
  });

  it('fails a run that takes too long', async () => {
    const clock = createManualClock();
    const script = createScriptedBackend([{ actions: [{ type: 'hang' }] }]);
    const server = await startServer({ backend: script, clock, runTimeoutMs: 60_000 });
    const response = await create(server.url, { stream: true });
    clock.advance(60_000);
    expect(await response.text()).toContain('"deadline_exceeded"');
    clock.advance(10_000);
    await server.close();
  });
});
