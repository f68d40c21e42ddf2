import { expect, test } from 'vitest';
import { measureRequests } from '../src/measure-requests.ts';

const request = (body: unknown) => {
  const text = JSON.stringify(body);
  return { body: text, bytes: Buffer.byteLength(text) };
};

test('the columns hold what was sent, request by request', () => {
  const chained = [request({ input: 'one' }), request({ input: [{}], previous_interaction_id: 'a' })];
  const whole = [request({ input: 'one' }), request({ input: [{}, {}, {}] })];
  expect(measureRequests(chained, whole)).toEqual([
    ['request', 'chained', 'whole history (store: false)'],
    ['1', '15 bytes, 1 step', '15 bytes, 1 step'],
    ['2', '44 bytes, 1 step', '20 bytes, 3 steps'],
    ['total', '59 bytes', '35 bytes'],
    ['continues by id', '1 of 2 requests', '0 of 2 requests'],
  ]);
});
