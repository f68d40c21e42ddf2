import { writeFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { useServerProcesses } from './support/server-process.ts';
import { useTemporaryFolder } from './support/temporary-folder.ts';

const folder = useTemporaryFolder();
const processes = useServerProcesses();

/** Answers the first call; the second never ends. */
async function writeScript(name: string, turns: readonly object[]): Promise<string> {
  const path = folder.path(name);
  await writeFile(path, JSON.stringify({ turns }));
  return `scripted:${path}`;
}

const say = (text: string) => ({ steps: [{ type: 'model_output', content: [{ type: 'text', text }] }] });

async function send(url: string, method: string, body?: object) {
  const response = await fetch(url, {
    method,
    headers: { 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: await response.json() };
}

describe('the command', { timeout: 60_000 }, () => {
  it('says where it is on its first line, answers, and stops in good order', async () => {
    const server = processes.start(
      '--backend',
      await writeScript('one.json', [say('Hello.')]),
      '--alias',
      'any-*=scripted',
    );
    const { url, ...banner } = await server.banner;
    expect(banner).toEqual({ backend: 'scripted', store: 'memory', pid: expect.any(Number) });
    const created = await send(`${url}/v1beta/interactions`, 'POST', { model: 'any-model', input: 'Hi' });
    expect(created).toMatchObject({ status: 200, body: { status: 'completed', model: 'scripted' } });
    server.kill('SIGTERM');
    expect(await server.ended).toMatchObject({ code: 0, stderr: '' });
  });

  it.each([
    ['--colour', 'blue', 2, "unknown option '--colour'"],
    ['--host', '0.0.0.0', 2, 'the server has no authentication'],
    ['--backend', 'scripted:missing.json', 1, 'missing.json cannot be read'],
  ])('with %s %s says what is wrong, and ends with exit code %i', async (flag, value, exitCode, words) => {
    const { code, stdout, stderr } = await processes.start(flag, value).ended;
    expect({ code, stdout }).toEqual({ code: exitCode, stdout: '' });
    expect(stderr).toContain(words);
    expect(stderr).not.toMatch(/\n\s+at /);
  });

  it('says so when the port is taken', async () => {
    const { url } = await processes.start('--backend', await writeScript('two.json', [])).banner;
    const port = new URL(url).port;
    const second = processes.start('--backend', await writeScript('two.json', []), '--port', port);
    expect(await second.ended).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(`Port ${port} of 127.0.0.1 is in use.`),
    });
  });

  it('explains itself with examples', async () => {
    const { code, stdout } = await processes.start('--help').ended;
    expect(code).toBe(0);
    for (const word of [
      '--port',
      '--host',
      '--store',
      '--backend',
      '--alias',
      '--documents',
      '--log-level',
      'Examples:',
    ]) {
      expect(stdout).toContain(word);
    }
  });
});

describe('a server that is killed', { timeout: 60_000 }, () => {
  it('has everything that it had told when it starts again, and what ran is failed', async () => {
    const store = `sqlite:${folder.path('killed.db')}`;
    const start = async (...turns: object[]) =>
      processes.start('--store', store, '--backend', await writeScript('killed.json', turns));
    const first = await start(say('Nice colour.'), { hang: true });
    const { url } = await first.banner;
    const told = await send(`${url}/v1/interactions`, 'POST', {
      model: 'scripted',
      input: 'My colour is blue.',
    });
    const running = await send(`${url}/v1/interactions`, 'POST', {
      model: 'scripted',
      input: 'Go on',
      background: true,
    });
    expect(running.body).toMatchObject({ status: 'in_progress' });
    first.kill('SIGKILL');
    await first.ended;

    const second = await start({ ...say('Blue.'), expect: { inputStart: 2 } });
    const { url: again } = await second.banner;
    expect(await send(`${again}/v1/interactions/${told.body.id}`, 'GET')).toMatchObject({
      body: { status: 'completed', steps: [{ type: 'user_input' }, { type: 'model_output' }] },
    });
    const fault = {
      code: 'service_unavailable',
      message: 'The server stopped while the interaction was running.',
    };
    expect(await send(`${again}/v1/interactions/${running.body.id}`, 'GET')).toMatchObject({
      body: { status: 'failed', errors: [fault] },
    });
    const replay = await fetch(`${again}/v1/interactions/${running.body.id}?stream=true&last_event_id=2`);
    expect(await replay.text()).toBe(
      `event: error\ndata: ${JSON.stringify({ event_type: 'error', event_id: '3', error: fault })}\n\nevent: done\ndata: [DONE]\n\n`,
    );
    const next = { model: 'scripted', input: 'Which colour?', previous_interaction_id: told.body.id };
    expect(await send(`${again}/v1/interactions`, 'POST', next)).toMatchObject({
      status: 200,
      body: { status: 'completed' },
    });
  });

  it('keeps others off its file while it lives', async () => {
    const store = `sqlite:${folder.path('owned.db')}`;
    const script = await writeScript('owned.json', [say('One.')]);
    const first = processes.start('--store', store, '--backend', script);
    const { url } = await first.banner;
    const second = processes.start('--store', store, '--backend', script);
    expect(await second.ended).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('is held by another server'),
    });
    expect(await send(`${url}/interactions`, 'POST', { model: 'scripted', input: 'Hi' })).toMatchObject({
      status: 200,
    });
  });
});
