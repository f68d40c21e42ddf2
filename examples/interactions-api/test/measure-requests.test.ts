import { expect, test } from 'vitest';
import { compareRequests, type Measured, summarise } from '../src/measure-requests.ts';

const request = (body: unknown) => {
  const text = JSON.stringify(body);
  return { body: text, bytes: Buffer.byteLength(text) };
};

const chained: Measured = {
  label: 'chained',
  requests: [request({ input: 'one' }), request({ input: [{}], previous_interaction_id: 'a' })],
  interactionIds: ['a', 'b'],
};
const whole: Measured = {
  label: 'whole history',
  requests: [request({ input: 'one' }), request({ input: [{}, {}, {}] })],
  interactionIds: [undefined, undefined],
};
const standard: Measured = {
  label: 'generateContent',
  requests: [request({ contents: [{}, {}], cachedContent: 'c' })],
  interactionIds: [undefined],
};

test('the columns hold what was sent, request by request', () => {
  expect(compareRequests([chained, whole])).toEqual([
    ['request', 'chained', 'whole history'],
    ['1', '15 bytes, 1 step', '15 bytes, 1 step'],
    ['2', '44 bytes, 1 step', '20 bytes, 3 steps'],
  ]);
});

test('the summary says how each way goes on from turn to turn', () => {
  expect(summarise([chained, whole, standard])).toEqual([
    ['measured', 'chained', 'whole history', 'generateContent'],
    ['requests', '2', '2', '1'],
    ['bytes sent', '59', '35', `${standard.requests[0]?.bytes}`],
    ['continue by id', '1 of 2', '0 of 2', '0 of 1'],
    ['send history', '0 of 2', '1 of 2', '1 of 1'],
    ['use a cache', '0 of 2', '0 of 2', '1 of 1'],
    ['answers with an id', '2 of 2', '0 of 2', '0 of 1'],
  ]);
});
