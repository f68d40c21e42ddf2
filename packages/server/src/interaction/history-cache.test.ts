import type { ReceivedStep } from '@catenary/protocol';
import { describe, expect, it } from 'vitest';
import { HistoryCache } from './history-cache.ts';

const step = (text: string): ReceivedStep => ({ type: 'user_input', content: [{ type: 'text', text }] });
const never = () => Promise.reject(new Error('It should have been at hand.'));
const nothing = async () => undefined;

describe('the cache of conversations', () => {
  it('loads once', async () => {
    const cache = new HistoryCache();
    const steps = [step('a')];
    expect(await cache.read('1', async () => steps)).toBe(steps);
    expect(await cache.read('1', never)).toBe(steps);
  });

  it('follows a conversation as it goes on', async () => {
    const cache = new HistoryCache();
    cache.extend(cache.mark(), undefined, '1', [step('a')]);
    cache.extend(cache.mark(), '1', '2', [step('b')]);
    expect(await cache.read('2', never)).toEqual([step('a'), step('b')]);
    expect(await cache.read('1', nothing)).toBeUndefined();
  });

  it('does not make up the beginning of a conversation that it does not hold', async () => {
    const cache = new HistoryCache();
    cache.extend(cache.mark(), '1', '2', [step('b')]);
    expect(await cache.read('2', nothing)).toBeUndefined();
  });

  it('forgets what was not asked for longest, and never takes what is too large by itself', async () => {
    const size = JSON.stringify([step('a')]).length;
    const cache = new HistoryCache({ maxCharacters: 2 * size });
    for (const id of ['1', '2']) {
      cache.extend(cache.mark(), undefined, id, [step('a')]);
    }
    await cache.read('1', never);
    cache.extend(cache.mark(), undefined, '3', [step('a')]);
    expect(await cache.read('2', nothing)).toBeUndefined();
    expect(await cache.read('1', never)).toEqual([step('a')]);
    cache.extend(cache.mark(), undefined, '4', [step('a'.repeat(2 * size))]);
    expect(await cache.read('4', nothing)).toBeUndefined();
    expect(await cache.read('1', never)).toEqual([step('a')]);
  });

  it('does not keep what it was reading while something was deleted', async () => {
    const cache = new HistoryCache();
    const steps = [step('a')];
    const reading = cache.read('1', async () => steps);
    cache.clear();
    expect(await reading).toBe(steps);
    expect(await cache.read('1', nothing)).toBeUndefined();
  });

  it.each([undefined, '1'])(
    'does not keep what was running while something was deleted, after %j',
    async (previousId) => {
      const cache = new HistoryCache();
      cache.extend(cache.mark(), undefined, '1', [step('a')]);
      const mark = cache.mark();
      cache.clear();
      cache.extend(cache.mark(), undefined, '1', [step('other')]);
      cache.extend(mark, previousId, '2', [step('b')]);
      expect(await cache.read('2', nothing)).toBeUndefined();
    },
  );
});
