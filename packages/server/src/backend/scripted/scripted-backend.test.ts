import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Step } from '@catenary/protocol';
import { describe, expect, it } from 'vitest';
import type { BackendEvent, BackendRequest } from '../backend.ts';
import { createGate } from './create-gate.ts';
import { readScript } from './read-script.ts';
import { createScriptedBackend, type ScriptedBackend } from './scripted-backend.ts';
import { stepToEvents } from './step-to-events.ts';

const step: Step = { type: 'model_output', content: [{ type: 'text', text: 'Hi.' }] };
const input: Step = { type: 'user_input', content: [{ type: 'text', text: 'Hello' }] };
const request: BackendRequest = {
  model: 'scripted',
  steps: [input],
  inputStart: 0,
  tools: [],
  searchHits: new Map(),
};

async function ask(backend: ScriptedBackend, signal = new AbortController().signal): Promise<BackendEvent[]> {
  const events: BackendEvent[] = [];
  for await (const event of backend.generate(request, { signal })) {
    events.push(event);
  }
  return events;
}

describe('a scripted backend', () => {
  it('emits its turns in order and is done then', async () => {
    const backend = createScriptedBackend([{ steps: [step] }, { steps: [], status: 'incomplete' }]);
    expect(await ask(backend)).toEqual([...stepToEvents(step), { type: 'end' }]);
    expect(() => backend.assertDone()).toThrow('1 of 2 turns were not asked for');
    expect(await ask(backend)).toEqual([{ type: 'end', status: 'incomplete' }]);
    backend.assertDone();
    expect(backend.requests).toEqual([request, request]);
  });

  it('fails on a call that is not in the script, and remembers it', async () => {
    const backend = createScriptedBackend([]);
    await expect(ask(backend)).rejects.toMatchObject({
      code: 'api_error',
      message: expect.stringContaining('call 1 came'),
    });
    expect(() => backend.assertDone()).toThrow('call 1 came, and there are 0 turns');
  });

  it.each([
    [{ model: 'other' }, 'request.model is "scripted", not "other"'],
    [{ steps: [] }, 'request.steps has 1 items, not 0'],
    [{ steps: [{ content: [{ text: 'Bye' }] }] }, 'request.steps.0.content.0.text is "Hello", not "Bye"'],
    [{ systemInstruction: 'Be brief.' }, 'request.systemInstruction is undefined, not "Be brief."'],
    [() => false, 'the expectation returned false'],
  ])('fails on a request that it did not expect: %o', async (expected, message) => {
    const backend = createScriptedBackend([{ expect: expected, steps: [step] }]);
    await expect(ask(backend)).rejects.toMatchObject({ message: expect.stringContaining(message) });
    expect(() => backend.assertDone()).toThrow(message);
  });

  it('takes an expectation that is met in part', async () => {
    const backend = createScriptedBackend([
      { expect: { steps: [{ type: 'user_input' }], tools: [] }, steps: [step] },
    ]);
    await ask(backend);
    backend.assertDone();
  });

  it('waits at a gate, and leaves it and a hang with the abort', async () => {
    const gate = createGate();
    const open = ask(
      createScriptedBackend([{ actions: [{ type: 'wait', until: gate.opened }, { type: 'end' }] }]),
    );
    gate.open();
    expect(await open).toEqual([{ type: 'end' }]);
    for (const action of [{ type: 'hang' }, { type: 'wait', until: createGate().opened }] as const) {
      const controller = new AbortController();
      const stuck = ask(createScriptedBackend([{ actions: [action] }]), controller.signal);
      controller.abort(new Error('enough'));
      await expect(stuck).rejects.toThrow('enough');
    }
  });
});

describe('a script in a file', () => {
  it('gives turns, and names what is wrong with it', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'catenary-'));
    const path = join(folder, 'script.json');
    const read = async (script: unknown) => {
      await writeFile(path, JSON.stringify(script));
      return readScript(path);
    };
    try {
      const turns = await read({
        turns: [{ expect: { model: 'scripted' }, steps: [step] }, { error: { message: 'No.' } }],
      });
      const backend = createScriptedBackend(turns);
      expect(await ask(backend)).toEqual([...stepToEvents(step), { type: 'end' }]);
      await expect(ask(backend)).rejects.toMatchObject({ code: 'api_error', message: 'No.' });
      for (const wrong of [
        [],
        { turns: 1 },
        { turns: [{ step: [] }] },
        { turns: [{ steps: [{ text: 'x' }] }] },
      ]) {
        await expect(read(wrong)).rejects.toMatchObject({ code: 'script_unreadable' });
      }
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
