import { expect, it } from 'vitest';
import { inputToSteps } from './input-to-steps.ts';
import type { Step } from './types.ts';

const text = { type: 'text', text: 'Hello' } as const;

it.each([
  ['a string', 'Hello', [text]],
  ['a content', text, [text]],
  [
    'contents',
    [text, { type: 'image', uri: 'https://a.example' } as const],
    [text, { type: 'image', uri: 'https://a.example' }],
  ],
])('makes one user input of %s', (_, input, content) => {
  expect(inputToSteps(input)).toEqual([{ type: 'user_input', content }]);
});

it('takes steps as they are', () => {
  const steps: Step[] = [
    { type: 'user_input', content: [text] },
    { type: 'thought', signature: 's' },
  ];
  expect(inputToSteps(steps)).toEqual(steps);
});

it('refuses an empty list', () => {
  expect(() => inputToSteps([])).toThrow(expect.objectContaining({ code: 'invalid_request', path: 'input' }));
});
