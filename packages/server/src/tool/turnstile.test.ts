import { expect, test } from 'vitest';
import { createTurnstile } from './turnstile.ts';

test('the callers beyond the limit wait in the order they came', async () => {
  const enter = createTurnstile(2);
  const order: string[] = [];
  const leaves = await Promise.all([enter(), enter()]);
  const third = enter().then((leave) => {
    order.push('third');
    return leave;
  });
  const fourth = enter().then((leave) => {
    order.push('fourth');
    return leave;
  });
  expect(order).toEqual([]);
  leaves[1]?.();
  const leaveThird = await third;
  expect(order).toEqual(['third']);
  leaveThird();
  await fourth;
  expect(order).toEqual(['third', 'fourth']);
});

test('who is aborted while waiting leaves the line, with the reason', async () => {
  const enter = createTurnstile(1);
  const leave = await enter();
  const abort = new AbortController();
  const waiting = enter(abort.signal);
  const next = enter();
  abort.abort('enough');
  await expect(waiting).rejects.toBe('enough');
  leave();
  await expect(next).resolves.toBeTypeOf('function');
});

test('an aborted caller does not enter', async () => {
  await expect(createTurnstile(1)(AbortSignal.abort('late'))).rejects.toBe('late');
});
