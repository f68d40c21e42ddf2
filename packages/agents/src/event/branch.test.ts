import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isBranchContinuable, isBranchReadable } from './branch.ts';

const root = undefined;

describe('whether an agent may read an event', () => {
  it.each([
    { event: root, current: root, isReadable: true },
    { event: '', current: 'a', isReadable: true },
    { event: 'a', current: '', isReadable: true },
    { event: root, current: 'a', isReadable: true },
    { event: 'a', current: root, isReadable: true },
    { event: 'a', current: 'a', isReadable: true },
    { event: 'a', current: 'a.b', isReadable: true },
    { event: 'a', current: 'a.b.c', isReadable: true },
    { event: 'a.b', current: 'a', isReadable: false },
    { event: 'a.b', current: 'a.c', isReadable: false },
    { event: 'a', current: 'ab', isReadable: false },
    { event: 'a', current: 'ab.c', isReadable: false },
  ])('event on $event, agent on $current: $isReadable', ({ event, current, isReadable }) => {
    expect(isBranchReadable(event, current)).toBe(isReadable);
  });
});

describe('whether an agent may continue a chain', () => {
  it.each([
    { head: root, current: root, isContinuable: true },
    { head: '', current: root, isContinuable: true },
    { head: root, current: 'a', isContinuable: true },
    { head: 'a', current: 'a', isContinuable: true },
    { head: 'a', current: 'a.b', isContinuable: true },
    { head: 'a', current: 'a.b.c', isContinuable: true },
    { head: 'a', current: root, isContinuable: false },
    { head: 'a', current: '', isContinuable: false },
    { head: 'a.b', current: 'a', isContinuable: false },
    { head: 'a.b', current: 'a.c', isContinuable: false },
    { head: 'a', current: 'ab', isContinuable: false },
  ])('head on $head, agent on $current: $isContinuable', ({ head, current, isContinuable }) => {
    expect(isBranchContinuable(head, current)).toBe(isContinuable);
  });

  const branch = fc.array(fc.constantFrom('a', 'b', 'ab'), { maxLength: 4 }).map((names) => names.join('.'));

  it('is narrower than reading: what may be continued may be read', () => {
    fc.assert(
      fc.property(branch, branch, (head, current) => {
        expect(isBranchContinuable(head, current) && !isBranchReadable(head, current)).toBe(false);
      }),
    );
  });

  it('goes one way between two branches, unless they are the same', () => {
    fc.assert(
      fc.property(branch, branch, (left, right) => {
        const isBoth = isBranchContinuable(left, right) && isBranchContinuable(right, left);
        expect(isBoth).toBe(left === right);
      }),
    );
  });
});
