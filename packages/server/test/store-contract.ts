import type { Step } from '@catenary/protocol';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { toEventId } from '../src/store/event-id.ts';
import type { Commit, Store } from '../src/store/store.ts';

const AT_MS = 1_780_000_000_000;

export const user = (text: string): Step => ({ type: 'user_input', content: [{ type: 'text', text }] });
export const model = (text: string): Step => ({ type: 'model_output', content: [{ type: 'text', text }] });

/** A commit of one status event, and of what else is given. */
function commit(seq: number, rest: Partial<Commit> = {}): Commit {
  const event = { event_type: 'step.stop', index: 0, event_id: toEventId(seq) } as const;
  return { events: [{ seq, event }], steps: [], atMs: AT_MS + seq, ...rest };
}

/** Puts a whole interaction into a store. */
export async function put(
  store: Store,
  id: string,
  previousId: string | undefined,
  steps: readonly Step[][],
): Promise<void> {
  const [input = [], output = []] = steps;
  const interaction = {
    id,
    model: 'm',
    createdAtMs: AT_MS,
    input,
    ...(previousId === undefined ? {} : { previousId }),
  };
  await store.create(interaction, commit(1));
  const end = { status: 'completed' } as const;
  await store.append(id, commit(2, { end, steps: output.map((step, index) => ({ index, step })) }));
}

/** What every store promises. */
export function describeStore(name: string, open: () => Promise<Store>): void {
  describe(`a store (${name})`, () => {
    let store: Store;
    beforeEach(async () => {
      store = await open();
    });
    afterEach(() => store.close());

    it('knows nothing at first', async () => {
      expect(await store.find('a')).toBeUndefined();
      expect(await store.readSteps('a')).toEqual({ input: [], output: [] });
      expect(await store.readEvents('a', { afterSeq: 0, limit: 10 })).toEqual([]);
      expect(await store.readChain('a')).toBeUndefined();
      expect(await store.delete('a')).toBe(false);
      expect(await store.append('a', commit(1))).toBe(false);
    });

    it('gives an interaction back as it was written', async () => {
      await store.create({ id: 'a', model: 'm', createdAtMs: AT_MS, input: [user('Hi')] }, commit(1));
      expect(await store.find('a')).toEqual({
        id: 'a',
        model: 'm',
        status: 'in_progress',
        createdAtMs: AT_MS,
        updatedAtMs: AT_MS + 1,
      });
      const usage = { total_tokens: 3, estimated: true };
      const errors = [{ code: 'api_error', message: 'It failed.' }];
      const end = { status: 'failed', usage, errors } as const;
      expect(await store.append('a', commit(2, { end, steps: [{ index: 0, step: model('Hel') }] }))).toBe(
        true,
      );
      expect(await store.find('a')).toMatchObject({
        status: 'failed',
        updatedAtMs: AT_MS + 2,
        usage,
        errors,
      });
      expect(await store.readSteps('a')).toEqual({ input: [user('Hi')], output: [model('Hel')] });
    });

    it('keeps text as it is: zero characters, lone surrogates, keys with a meaning', async () => {
      const output = JSON.parse(
        '[{"type":"function_call","id":"c","name":"f","arguments":{"__proto__":{"x":1},"a":"\\u0000\\ud800"}}]',
      );
      await put(store, 'a', undefined, [[user('\u0000 \ud800 \u{1f600}')], output]);
      const steps = await store.readSteps('a');
      expect(steps.input).toEqual([user('\u0000 \ud800 \u{1f600}')]);
      expect(JSON.stringify(steps.output)).toBe(JSON.stringify(output));
    });

    it('writes to a running interaction only', async () => {
      await put(store, 'a', undefined, [[user('Hi')], [model('Hello')]]);
      const late = commit(3, { end: { status: 'cancelled' }, steps: [{ index: 1, step: model('more') }] });
      expect(await store.append('a', late)).toBe(false);
      expect(await store.find('a')).toMatchObject({ status: 'completed' });
      expect((await store.readSteps('a')).output).toEqual([model('Hello')]);
      expect(await store.readEvents('a', { afterSeq: 2, limit: 9 })).toEqual([]);
    });

    it('writes all of a commit or nothing', async () => {
      await store.create({ id: 'a', model: 'm', createdAtMs: AT_MS, input: [] }, commit(1));
      const twice = commit(2, { steps: [0, 0].map((index) => ({ index, step: model('x') })) });
      await expect(store.append('a', twice)).rejects.toThrow();
      expect(await store.readSteps('a')).toEqual({ input: [], output: [] });
      expect(await store.find('a')).toMatchObject({ updatedAtMs: AT_MS + 1 });
      expect(await store.append('a', commit(2))).toBe(true);
    });

    it('pages through events in order', async () => {
      await store.create({ id: 'a', model: 'm', createdAtMs: AT_MS, input: [] }, commit(1));
      for (let seq = 2; seq <= 40; seq += 1) {
        await store.append('a', commit(seq));
      }
      const page = await store.readEvents('a', { afterSeq: 9, limit: 3 });
      expect(page.map(({ seq }) => seq)).toEqual([10, 11, 12]);
      expect(page[0]?.event).toMatchObject({ event_id: 'a' });
    });

    it('reads a chain of a thousand, oldest first', async () => {
      for (let index = 0; index < 1000; index += 1) {
        await put(store, `i${index}`, index === 0 ? undefined : `i${index - 1}`, [
          [user(`q${index}`)],
          [model(`a${index}`)],
        ]);
      }
      const steps = await store.readChain('i999');
      expect(steps).toHaveLength(2000);
      expect(steps?.slice(0, 3)).toEqual([user('q0'), model('a0'), user('q1')]);
      expect(steps?.at(-1)).toEqual(model('a999'));
    });

    it('keeps the order of many steps in one interaction', async () => {
      const input = Array.from({ length: 12 }, (_, index) => user(`q${index}`));
      const output = Array.from({ length: 12 }, (_, index) => model(`a${index}`));
      await put(store, 'a', undefined, [input, output]);
      expect(await store.readChain('a')).toEqual([...input, ...output]);
    });

    it('has no chain when one of its interactions is gone', async () => {
      await put(store, 'a', undefined, [[user('1')], []]);
      await put(store, 'b', 'a', [[user('2')], []]);
      await put(store, 'c', 'b', [[], []]);
      expect(await store.readChain('c')).toEqual([user('1'), user('2')]);
      expect(await store.delete('a')).toBe(true);
      expect(await store.readChain('c')).toBeUndefined();
      expect(await store.readChain('b')).toBeUndefined();
      expect(await store.find('c')).toMatchObject({ previousId: 'b' });
    });

    it('deletes steps and events with their interaction', async () => {
      await put(store, 'a', undefined, [[user('Hi')], [model('Hello')]]);
      await store.delete('a');
      expect(await store.readSteps('a')).toEqual({ input: [], output: [] });
      expect(await store.readEvents('a', { afterSeq: 0, limit: 9 })).toEqual([]);
      expect(await store.find('a')).toBeUndefined();
    });

    it('fails what was left running, with a last event, and nothing else', async () => {
      await put(store, 'done', undefined, [[user('Hi')], [model('Hello')]]);
      await store.create({ id: 'left', model: 'm', createdAtMs: AT_MS, input: [user('Hi')] }, commit(1));
      const fault = { code: 'service_unavailable', message: 'The server stopped.' };
      expect(await store.failAbandoned(fault, AT_MS + 99)).toBe(1);
      expect(await store.failAbandoned(fault, AT_MS + 99)).toBe(0);
      expect(await store.find('left')).toMatchObject({
        status: 'failed',
        errors: [fault],
        updatedAtMs: AT_MS + 99,
      });
      expect(await store.readEvents('left', { afterSeq: 1, limit: 9 })).toEqual([
        { seq: 2, event: { event_type: 'error', error: fault, event_id: '2' } },
      ]);
      expect(await store.find('done')).toMatchObject({ status: 'completed' });
    });

    it('answers like a plain list of interactions, whatever is asked', async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(command, { maxLength: 30 }), async (commands) => {
          const fresh = await open();
          try {
            const parents = await perform(commands, fresh);
            for (const id of parents.keys()) {
              expect(await fresh.readChain(id)).toEqual(chainOf(id, parents)?.map(user));
            }
          } finally {
            await fresh.close();
          }
        }),
        { numRuns: 30 },
      );
    });
  });
}

/** Adds to, or deletes, the interaction at that position; adds a new chain where there is none. */
const command = fc.record({ type: fc.constantFrom('add', 'delete'), position: fc.nat(6) });

type Command = typeof command extends fc.Arbitrary<infer T> ? T : never;

/** Carries commands out in a store, and returns what it must hold then: each interaction with its parent. */
async function perform(commands: readonly Command[], store: Store): Promise<Map<string, string | undefined>> {
  const parents = new Map<string, string | undefined>();
  for (const [index, { type, position }] of commands.entries()) {
    const existing = [...parents.keys()][position];
    if (type === 'add') {
      await put(store, `i${index}`, existing, [[user(`i${index}`)], []]);
      parents.set(`i${index}`, existing);
    } else if (existing !== undefined) {
      await store.delete(existing);
      parents.delete(existing);
    }
  }
  return parents;
}

function chainOf(id: string, parents: ReadonlyMap<string, string | undefined>): string[] | undefined {
  const chain = [id];
  for (let parent = parents.get(id); parent !== undefined; parent = parents.get(parent)) {
    if (!parents.has(parent)) {
      return undefined;
    }
    chain.unshift(parent);
  }
  return chain;
}
