import { describe, expect, it } from 'vitest';
import { createEvent } from './create-event.ts';
import { getFunctionCalls, getFunctionResponses } from './get-function-calls.ts';
import { stringifyContent } from './stringify-content.ts';

const event = createEvent({
  content: {
    parts: [
      { text: 'Let me ' },
      { functionCall: { id: 'a', name: 'f' } },
      { text: 'see.' },
      { functionCall: { id: 'b', name: 'g' } },
      { functionResponse: { id: 'a', name: 'f', response: {} } },
    ],
  },
});

describe('reading an event', () => {
  it('finds the calls in order', () => {
    expect(getFunctionCalls(event).map(({ id }) => id)).toEqual(['a', 'b']);
  });

  it('finds the results', () => {
    expect(getFunctionResponses(event).map(({ id }) => id)).toEqual(['a']);
  });

  it('joins the texts', () => {
    expect(stringifyContent(event)).toBe('Let me see.');
  });

  it('finds nothing in an event without content', () => {
    const empty = createEvent();
    expect([getFunctionCalls(empty), getFunctionResponses(empty), stringifyContent(empty)]).toEqual([
      [],
      [],
      '',
    ]);
  });
});
