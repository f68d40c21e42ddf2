import { expect, it } from 'vitest';
import { describeResult } from './describe-result.ts';

it('a result may name its fields as JavaScript names its methods', () => {
  const call = {
    id: '1',
    name: 'measure',
    arguments: {},
    result: { value: { wind: { toString: 1 } }, isError: false },
  };
  expect(describeResult(call)).toContain('1');
});
