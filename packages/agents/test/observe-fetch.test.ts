import { expect, it } from 'vitest';
import { observeFetch } from '../src/model/observe-fetch.ts';
import { recordWarnings } from './support/record-warnings.ts';

const warnings = recordWarnings();

it('an observer that throws is logged and does not keep the request from being sent', async () => {
  const sent: unknown[] = [];
  const fetch = observeFetch(
    async (input) => {
      sent.push(input);
      return new Response('yes');
    },
    () => {
      throw new Error('observer');
    },
  );
  expect(await (await fetch('http://127.0.0.1/')).text()).toBe('yes');
  expect(sent).toEqual(['http://127.0.0.1/']);
  expect(warnings).toHaveLength(1);
});
