import { describe, expect, it } from 'vitest';
import { createEventActions, mergeEventActions } from './event-actions.ts';

describe('merged actions', () => {
  it('hold the deltas of all sources, the later one where two set a key', () => {
    const sources = [
      { stateDelta: { a: 1, b: 1 }, artifactDelta: { x: 1 } },
      { stateDelta: { b: 2 } },
      { artifactDelta: { x: 2, y: 1 }, skipSummarization: true },
      { transferToAgent: 'other' },
    ];
    expect(mergeEventActions(sources)).toEqual({
      stateDelta: { a: 1, b: 2 },
      artifactDelta: { x: 2, y: 1 },
      skipSummarization: true,
      transferToAgent: 'other',
    });
  });

  it('leave their sources alone', () => {
    const source = createEventActions({ stateDelta: { a: 1 } });
    mergeEventActions([source, { stateDelta: { b: 2 } }]);
    expect(source).toEqual({ stateDelta: { a: 1 }, artifactDelta: {} });
  });

  it('keep a key named __proto__ a key', () => {
    const merged = mergeEventActions([{ stateDelta: JSON.parse('{"__proto__": {"isAdmin": true}}') }]);
    expect(Object.keys(merged.stateDelta)).toEqual(['__proto__']);
    expect(merged.stateDelta.isAdmin).toBeUndefined();
  });

  it('of nothing are empty', () => {
    expect(mergeEventActions([])).toEqual(createEventActions());
  });
});
