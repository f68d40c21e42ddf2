import { describe, expect, it } from 'vitest';
import { fakeAgent, fakeInvocation } from '../support/fake-context.ts';

describe('an invocation', () => {
  it('belongs to the app and the user of its session', () => {
    expect(fakeInvocation()).toMatchObject({ appName: 'app', userId: 'mia' });
  });

  it('is seen by a sub-agent with its own name and branch', () => {
    const context = fakeInvocation({ branch: 'a', runConfig: { maxLlmCalls: 3 } });
    const child = context.clone({ agent: fakeAgent('child'), branch: 'a.child' });
    expect(child).toMatchObject({
      agent: { name: 'child' },
      branch: 'a.child',
      runConfig: { maxLlmCalls: 3 },
    });
    expect(context).toMatchObject({ agent: { name: 'agent' }, branch: 'a' });
    expect(child.session).toBe(context.session);
    expect(context.clone({}).branch).toBe('a');
  });

  it('ends for all of its agents at once', () => {
    const context = fakeInvocation();
    const child = context.clone({});
    child.endInvocation = true;
    expect(context.endInvocation).toBe(true);
  });

  it('counts model calls over all of its agents', () => {
    const context = fakeInvocation({ runConfig: { maxLlmCalls: 2 } });
    context.incrementLlmCallCount();
    context.clone({}).incrementLlmCallCount();
    expect(() => context.clone({}).incrementLlmCallCount()).toThrow(
      expect.objectContaining({ code: 'llm_call_limit', hint: expect.stringContaining('maxLlmCalls') }),
    );
  });

  it('allows 500 model calls by default', () => {
    const context = fakeInvocation();
    for (let call = 0; call < 500; call += 1) {
      context.incrementLlmCallCount();
    }
    expect(() => context.incrementLlmCallCount()).toThrow(/500/);
  });

  it.each([0, -1])('has no limit with %i', (maxLlmCalls) => {
    const context = fakeInvocation({ runConfig: { maxLlmCalls } });
    for (let call = 0; call < 600; call += 1) {
      context.incrementLlmCallCount();
    }
  });
});
