import type { Part } from '@google/genai';
import { describe, expect, it } from 'vitest';
import { type CreateEventParams, createEvent } from './create-event.ts';
import { toStructuredEvents } from './structured-events.ts';

function typesOf(params: CreateEventParams): string[] {
  return toStructuredEvents(createEvent(params)).map(({ type }) => type);
}

describe('what an event says, one thing at a time', () => {
  it.each<[string, Part[], string[]]>([
    ['a text', [{ text: 'hi' }], ['content', 'finished']],
    [
      'a thought and a text',
      [{ text: 'hm', thought: true }, { text: 'hi' }],
      ['thought', 'content', 'finished'],
    ],
    ['a call', [{ functionCall: { name: 'f' } }], ['tool_call']],
    ['a call with a text', [{ text: 'see', functionCall: { name: 'f' } }], ['tool_call']],
    ['a result', [{ functionResponse: { name: 'f' } }], ['tool_result']],
    ['code', [{ executableCode: { code: '1' } }], ['call_code', 'finished']],
    ['a result of code', [{ codeExecutionResult: { output: '1' } }], ['code_result']],
    ['an empty text', [{ text: '' }], ['finished']],
  ])('%s', (_what, parts, types) => {
    expect(typesOf({ content: { parts } })).toEqual(types);
  });

  it('is unfinished in a piece', () => {
    expect(typesOf({ content: { parts: [{ text: 'h' }] }, partial: true })).toEqual(['content']);
  });

  it('finishes with a call that is answered later', () => {
    const content = { parts: [{ functionCall: { id: 'c', name: 'f' } }] };
    expect(typesOf({ content, longRunningToolIds: ['c'] })).toEqual(['tool_call', 'finished']);
  });

  it('is the error alone where there is one', () => {
    const event = createEvent({ errorCode: 'X', errorMessage: 'bad', content: { parts: [{ text: 'hi' }] } });
    expect(toStructuredEvents(event)).toEqual([{ type: 'error', error: new Error('bad') }]);
  });

  it('names the code of an error without a message', () => {
    expect(toStructuredEvents(createEvent({ errorCode: 'X' }))).toEqual([
      { type: 'error', error: new Error('X') },
    ]);
  });
});
