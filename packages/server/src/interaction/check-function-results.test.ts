import type { ReceivedStep } from '@catenary/protocol';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkFunctionResults } from './check-function-results.ts';

const call = (id: string): ReceivedStep => ({ type: 'function_call', id, name: 'f', arguments: {} });
const result = (id: string): ReceivedStep => ({ type: 'function_result', call_id: id, result: 'ok' });
const user: ReceivedStep = { type: 'user_input', content: [] };

describe('calls and results', () => {
  it('fit when every call is answered, in any order', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.string(), { maxLength: 6 }), fc.integer(), (ids, seed) => {
        const shuffled = [...ids].sort((left, right) => hash(left, seed) - hash(right, seed));
        expect(() => checkFunctionResults([user, ...ids.map(call)], shuffled.map(result))).not.toThrow();
      }),
    );
  });

  it('may use an id again in a later round, as local models do', () => {
    const history = [call('call_0'), result('call_0'), call('call_0')];
    expect(() => checkFunctionResults(history, [result('call_0')])).not.toThrow();
  });

  it('may all stand in one input', () => {
    expect(() => checkFunctionResults([], [user, call('a'), result('a'), user])).not.toThrow();
  });

  it.each<[string, ReceivedStep[], ReceivedStep[], string, string]>([
    [
      'a call of the history is open',
      [call('a'), call('b')],
      [result('b')],
      'without a result: "a"',
      'input',
    ],
    ['a call of the input is open', [], [call('a'), user], 'without a result: "a"', 'input'],
    ['a user goes on instead', [call('a'), call('b')], [user], '"a", "b"', 'input'],
    ['a result has no call', [], [user, result('a')], 'No function call has the id "a"', 'input[1].call_id'],
    ['a result comes before its call', [], [result('a'), call('a')], 'No function call', 'input[0].call_id'],
    [
      'a result comes twice',
      [call('a')],
      [result('a'), result('a')],
      'has a result already',
      'input[1].call_id',
    ],
    [
      'a result comes again later',
      [call('a'), result('a')],
      [result('a')],
      'has a result already',
      'input[0].call_id',
    ],
  ])('do not fit when %s', (_, history, input, message, path) => {
    expect(() => checkFunctionResults(history, input)).toThrow(
      expect.objectContaining({ code: 'invalid_request', message: expect.stringContaining(message), path }),
    );
  });
});

function hash(text: string, seed: number): number {
  return [...text].reduce((sum, character) => (sum * 31 + (character.codePointAt(0) ?? 0) * seed) % 9973, 7);
}
