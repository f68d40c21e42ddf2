import { describe, expect, it } from 'vitest';
import { Context } from '../../src/context/context.ts';
import { ReadonlyContext } from '../../src/context/readonly-context.ts';
import { createEventActions } from '../../src/event/event-actions.ts';
import { fakeContext, fakeInvocation } from '../support/fake-context.ts';

describe('what callbacks and tools get', () => {
  it('says where it is', () => {
    const userContent = { role: 'user', parts: [{ text: 'hi' }] };
    const { signal } = new AbortController();
    expect(fakeContext({ userContent, abortSignal: signal })).toMatchObject({
      agentName: 'agent',
      invocationId: 'invocation',
      userId: 'mia',
      sessionId: 'session',
      functionCallId: 'call',
      userContent,
      abortSignal: signal,
    });
  });

  it('collects state in its actions, which the next event carries', () => {
    const actions = createEventActions();
    const invocationContext = fakeInvocation({ state: { a: 1 } });
    const context = new Context({ invocationContext, eventActions: actions });
    context.state.set('b', 2);
    expect(context.actions).toBe(actions);
    expect(context.eventActions).toBe(actions);
    expect(actions.stateDelta).toEqual({ b: 2 });
    expect(context.state.toRecord()).toEqual({ a: 1, b: 2 });
    expect(invocationContext.session.state).toEqual({ a: 1 });
  });

  it('sees what another event brought into the session in the meantime', () => {
    const context = fakeContext();
    Object.assign(context.invocationContext.session.state, { a: 1 });
    expect(context.state.get('a')).toBe(1);
  });

  it('has actions of its own where it is given none', () => {
    const invocationContext = fakeInvocation();
    const [one, other] = [new Context({ invocationContext }), new Context({ invocationContext })];
    one.actions.escalate = true;
    expect(other.actions).toEqual({ stateDelta: {}, artifactDelta: {} });
  });
});

describe('what instruction providers get', () => {
  it('reads state, and refuses to set it', () => {
    const context = new ReadonlyContext(fakeInvocation({ state: { a: 1 } }));
    expect(context.state.get('a')).toBe(1);
    expect(() => context.state.set('a', 2)).toThrow(/read-only/);
  });
});
