import { expect, test } from 'vitest';
import { parseOptions, UsageError } from '../src/options.ts';

test('without arguments the tests run over the Interactions API, streaming', () => {
  expect(parseOptions([])).toEqual({
    mode: 'test',
    api: 'interactions',
    model: 'gemini-3.1-flash-lite',
    backend: 'auto',
    stream: true,
    debug: false,
  });
});

test('help is not an option among others', () => {
  expect(parseOptions(['--mode', 'interactive', '--help'])).toBeUndefined();
});

test.each([
  ['--mode', 'walk'],
  ['--api', 'soap'],
  ['--backend', 'ftp://server'],
  ['--colour', 'blue'],
  ['--model'],
])('%s %s is refused in words', (...args) => {
  expect(() => parseOptions(args.filter((arg) => arg !== undefined))).toThrow(UsageError);
});
