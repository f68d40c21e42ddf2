import { describe, expect, it } from 'vitest';
import { type CreateEventParams, createEvent } from './create-event.ts';
import { hasTrailingCodeExecutionResult, isFinalResponse } from './is-final-response.ts';

const call = { parts: [{ functionCall: { id: 'c', name: 'f', args: {} } }] };
const result = { parts: [{ functionResponse: { id: 'c', name: 'f', response: {} } }] };

describe('a final response', () => {
  it.each<[string, CreateEventParams, boolean]>([
    ['a text', { content: { parts: [{ text: 'hi' }] } }, true],
    ['a piece of a text', { content: { parts: [{ text: 'h' }] }, partial: true }, false],
    ['a call', { content: call }, false],
    ['a text with a call', { content: { parts: [{ text: 'let me see' }, ...call.parts] } }, false],
    ['a result', { content: result }, false],
    ['a result that is the answer', { content: result, actions: { skipSummarization: true } }, true],
    ['a call that is answered later', { content: call, longRunningToolIds: ['c'] }, true],
    ['a call with an empty list of such', { content: call, longRunningToolIds: [] }, false],
    ['state alone', { actions: { stateDelta: { a: 1 } } }, true],
    ['an error', { errorCode: 'FAILED' }, true],
    ['executed code', { content: { parts: [{ codeExecutionResult: { output: '1' } }] } }, false],
    [
      'executed code that was spoken about',
      { content: { parts: [{ codeExecutionResult: { output: '1' } }, { text: 'one' }] } },
      true,
    ],
  ])('%s', (_what, params, isFinal) => {
    expect(isFinalResponse(createEvent(params))).toBe(isFinal);
  });
});

it('only the last part counts as a trailing code result', () => {
  const parts = [{ text: 'so:' }, { codeExecutionResult: { output: '1' } }];
  expect(hasTrailingCodeExecutionResult(createEvent({ content: { parts } }))).toBe(true);
  expect(hasTrailingCodeExecutionResult(createEvent({ content: { parts: [] } }))).toBe(false);
});
