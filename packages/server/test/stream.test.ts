import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import type { Backend } from '../src/index.ts';
import { type RunningServer, startServer } from '../src/index.ts';
import { createGate, createScriptedBackend, type ScriptedAction } from '../src/testing.ts';
import { createManualClock } from './support/manual-clock.ts';

let server: RunningServer;
afterEach(() => server.close());

const output: ScriptedAction = { type: 'step.start', step: { type: 'model_output' } };
const delta = (text: string): ScriptedAction => ({ type: 'step.delta', delta: { type: 'text', text } });
const ending: readonly ScriptedAction[] = [{ type: 'step.stop' }, { type: 'end' }];

/** Opens a stream and leaves it to the test when its bytes are read. */
async function open(
  body: object,
): Promise<{ readonly response: IncomingMessage; readonly sent: ClientRequest }> {
  return new Promise((resolve, reject) => {
    const options = {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      agent: false as const,
    };
    const sent = request(`${server.url}/v1/interactions`, options, (response) => resolve({ response, sent }));
    sent.on('error', reject);
    sent.end(JSON.stringify({ model: 'scripted', input: 'Hi', stream: true, ...body }));
  });
}

async function readUntil(response: IncomingMessage, words: string): Promise<string> {
  let text = '';
  for await (const chunk of response.setEncoding('utf8').iterator({ destroyOnReturn: false })) {
    text += chunk;
    if (text.includes(words)) {
      return text;
    }
  }
  throw new Error(`The stream ended without ${words}: ${text}`);
}

describe('a stream', { timeout: 30_000 }, () => {
  it('is given a comment when it is silent for long', async () => {
    const clock = createManualClock();
    const gate = createGate();
    const backend = createScriptedBackend([
      { actions: [output, { type: 'wait', until: gate.opened }, ...ending] },
    ]);
    server = await startServer({ backend, clock, keepAliveMs: 15_000 });
    const { response } = await open({ store: false });
    await readUntil(response, 'event: step.start');
    clock.advance(14_999);
    clock.advance(1);
    const silence = await readUntil(response, '\n\n');
    expect(silence).toBe(': keep-alive\n\n');
    clock.advance(15_000);
    gate.open();
    expect(await readUntil(response, '[DONE]')).toMatch(/^: keep-alive\n\nevent: step.stop\n/);
  });

  it.each([true, false])('waits for a reader that is slow (stored: %s)', async (store) => {
    const total = 2_000;
    const piece = 'x'.repeat(10_000);
    let emitted = 0;
    const backend: Backend = {
      name: 'scripted',
      async *generate() {
        yield { type: 'step.start', step: { type: 'model_output' } };
        for (; emitted < total; emitted += 1) {
          yield { type: 'step.delta', delta: { type: 'text', text: piece } };
        }
        yield { type: 'step.stop' };
        yield { type: 'end' };
      },
    };
    server = await startServer({ backend });
    const { response } = await open({ store });
    if (store) {
      // The run does not wait, it is written to the store; what waits is the reading of the store.
      const id = /"id":"(v1_[\w-]+)"/.exec(await readUntil(response, 'status_update'))?.[1];
      await untilCompleted(id ?? '');
      expect(emitted).toBe(total);
    } else {
      await readUntil(response, 'status_update');
      await new Promise((resolve) => setImmediate(resolve));
      expect(emitted).toBeLessThan(total);
    }
    let bytes = 0;
    for await (const chunk of response) {
      bytes += chunk.length;
    }
    expect(bytes).toBeGreaterThan(total * piece.length * 0.9);
    expect(emitted).toBe(total);
  });

  it('ends a run that is not stored when its reader leaves', async () => {
    const left = createGate();
    const backend: Backend = {
      name: 'scripted',
      async *generate(_, { signal }) {
        signal.addEventListener('abort', left.open);
        yield { type: 'step.start', step: { type: 'model_output' } };
        await new Promise(() => {});
      },
    };
    server = await startServer({ backend });
    const { response, sent } = await open({ store: false });
    await readUntil(response, 'step.start');
    sent.destroy();
    await left.opened;
  });

  it('ends a unary run that is not stored when its client leaves', async () => {
    const [begun, left] = [createGate(), createGate()];
    const backend: Backend = {
      name: 'scripted',
      async *generate(_, { signal }) {
        signal.addEventListener('abort', left.open);
        begun.open();
        yield { type: 'step.start', step: { type: 'model_output' } };
        await new Promise(() => {});
      },
    };
    server = await startServer({ backend });
    const controller = new AbortController();
    const asked = fetch(`${server.url}/interactions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ model: 'scripted', input: 'Hi', store: false }),
      signal: controller.signal,
    });
    await begun.opened;
    controller.abort();
    await expect(asked).rejects.toThrow();
    await left.opened;
  });

  it('tells a follower that the interaction was deleted under it, and stops the run', async () => {
    const backend = createScriptedBackend([{ actions: [output, delta('One'), { type: 'hang' }] }]);
    server = await startServer({ backend });
    const { response } = await open({});
    const id = /"id":"(v1_[\w-]+)"/.exec(await readUntil(response, 'status_update'))?.[1];
    expect((await fetch(`${server.url}/v1/interactions/${id}`, { method: 'DELETE' })).status).toBe(200);
    expect(await readUntil(response, '[DONE]')).toMatch(/event: error\ndata: .*"code":"not_found"/);
    expect((await fetch(`${server.url}/v1/interactions/${id}`)).status).toBe(404);
  });

  it('gives many readers the same events, whenever they come', async () => {
    const gate = createGate();
    const pieces = Array.from({ length: 100 }, (_, index) => delta(`${index} `));
    const backend = createScriptedBackend([
      { actions: [output, ...pieces, { type: 'wait', until: gate.opened }, ...pieces, ...ending] },
    ]);
    server = await startServer({ backend });
    const { response } = await open({});
    const begin = await readUntil(response, '"text":"99 "');
    const id = /"id":"(v1_[\w-]+)"/.exec(begin)?.[1];
    const followers = [0, 1, 2].map(async () =>
      (await fetch(`${server.url}/v1/interactions/${id}?stream=true`)).text(),
    );
    gate.open();
    const whole = begin + (await readUntil(response, '[DONE]'));
    for (const text of await Promise.all(followers)) {
      expect(text.trim()).toBe(whole.trim());
    }
  });
});

async function untilCompleted(id: string): Promise<void> {
  const response = await fetch(`${server.url}/v1/interactions/${id}?stream=true&last_event_id=2`);
  await response.text();
}
