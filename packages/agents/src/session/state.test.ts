import { describe, expect, it } from 'vitest';
import { State } from './state.ts';

describe('state', () => {
  it('reads what was set since over the value', () => {
    const state = new State({ a: 1, b: 1 }, { b: 2 });
    expect([state.get('a'), state.get('b'), state.get('c', 3), state.get('c')]).toEqual([1, 2, 3, undefined]);
  });

  it('writes into the delta alone', () => {
    const value = { a: 1 };
    const delta = {};
    const state = new State(value, delta);
    state.set('a', 2);
    state.update({ 'user:b': 3 });
    expect({ value, delta }).toEqual({ value: { a: 1 }, delta: { a: 2, 'user:b': 3 } });
  });

  it('knows what it has and whether anything was set', () => {
    const state = new State({ a: undefined });
    expect([state.has('a'), state.has('b'), state.hasDelta()]).toEqual([true, false, false]);
    state.set('b', undefined);
    expect([state.has('b'), state.hasDelta()]).toEqual([true, true]);
  });

  it('gives a set undefined, not the default', () => {
    expect(new State({ a: undefined }).get('a', 1)).toBeUndefined();
  });

  it('gives a record that is a copy', () => {
    const state = new State({ a: 1 }, { b: 2 });
    Object.assign(state.toRecord(), { c: 3 });
    expect(state.toRecord()).toEqual({ a: 1, b: 2 });
  });

  it.each(['toString', '__proto__', 'constructor'])('does not take the inherited %s for a key', (key) => {
    const state = new State();
    expect([state.has(key), state.get(key)]).toEqual([false, undefined]);
    state.set(key, { isAdmin: true });
    expect(state.get(key)).toEqual({ isAdmin: true });
    expect(state.has('isAdmin')).toBe(false);
  });

  it('refuses to be set where no event would carry it', () => {
    const state = new State({}, Object.freeze({}));
    expect(() => state.set('a', 1)).toThrow(expect.objectContaining({ code: 'invalid_argument' }));
    expect(() => state.update({ a: 1 })).toThrow(/"a" cannot be set/);
  });
});
