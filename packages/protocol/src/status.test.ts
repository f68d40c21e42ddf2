import { expect, it } from 'vitest';
import { INTERACTION_STATUSES } from './schema/resource.ts';
import { isTerminalStatus, pendingFunctionCalls } from './status.ts';
import type { ReceivedStep } from './types.ts';

it('every status but the two of a run that goes on is final for its id, and an unknown one is not', () => {
  expect(INTERACTION_STATUSES.filter((status) => !isTerminalStatus(status))).toEqual([
    'queued',
    'in_progress',
  ]);
  expect(isTerminalStatus('dreaming')).toBe(false);
  expect(isTerminalStatus('toString')).toBe(false);
});

it('the calls without a result are pending, in their order, wherever the results stand', () => {
  const call = (id: string): ReceivedStep => ({ type: 'function_call', id, name: 'tide', arguments: {} });
  const result = (id: string): ReceivedStep => ({ type: 'function_result', call_id: id, result: 'x' });
  const steps = [call('a'), call('b'), call('c'), result('b'), { type: 'thought' } as const];
  expect(pendingFunctionCalls(steps).map(({ id }) => id)).toEqual(['a', 'c']);
  expect(pendingFunctionCalls([...steps, result('c'), result('a')])).toEqual([]);
  expect(pendingFunctionCalls([])).toEqual([]);
});
