import { describe, expect, it } from 'vitest';
import type { ChainHead } from '../contract/session.ts';
import { findHead } from './find-head.ts';

const head = (interactionId: string, rest: Partial<ChainHead> = {}): ChainHead => ({
  agentName: 'agent',
  eventId: `event of ${interactionId}`,
  interactionId,
  target: 'here',
  seenThroughEventId: 'e',
  oldestAtMs: 0,
  ...rest,
});

function find(heads: ChainHead[], query: Partial<Parameters<typeof findHead>[1]> = {}): string | undefined {
  const found = findHead(
    { heads },
    { agentName: 'agent', branch: undefined, target: 'here', nowMs: 100, ...query },
  );
  return found?.interactionId;
}

describe('the head that an agent continues from', () => {
  it('is the newest', () => {
    expect(find([head('1', { branch: 'a' }), head('2')], { branch: 'a.b' })).toBe('2');
    expect(find([head('1'), head('2', { branch: 'a' })], { branch: 'a.b' })).toBe('2');
  });

  it('is its own, not that of another agent', () => {
    expect(find([head('1'), head('2', { agentName: 'other' })])).toBe('1');
  });

  it.each([
    ['a sibling', 'a.b', 'a.c'],
    ['a descendant', 'a.b', 'a'],
    ['a branch, seen from the root', 'a', undefined],
  ])('is not that of %s', (_what, branch, current) => {
    expect(find([head('1', { branch })], { branch: current })).toBeUndefined();
  });

  it('may lie on an ancestor or at the root', () => {
    expect(find([head('1', { branch: 'a' })], { branch: 'a.b' })).toBe('1');
    expect(find([head('1')], { branch: 'a.b' })).toBe('1');
  });

  it('is on the target that is about to be asked, even if a newer one is elsewhere', () => {
    expect(find([head('1'), head('2', { target: 'there', branch: 'a' })], { branch: 'a' })).toBe('1');
    expect(find([head('1', { target: 'there' })])).toBeUndefined();
  });

  it('is not past the time when the target forgets it', () => {
    expect(find([head('1', { expiresAtMs: 101 })])).toBe('1');
    expect(find([head('1', { expiresAtMs: 100 })])).toBeUndefined();
  });

  it('is missing in a new session', () => {
    expect(find([])).toBeUndefined();
  });
});
