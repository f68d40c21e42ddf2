import { describe, expect, it } from 'vitest';
import type { Runtime } from '../contract/runtime.ts';
import { defaultRuntime } from '../runtime.ts';
import { generateClientFunctionCallId } from './call-id.ts';
import { createEvent } from './create-event.ts';

const runtime: Runtime = { ...defaultRuntime, now: () => 5, newId: () => 'id-1' };

describe('a new event', () => {
  it('has an id, a time and empty actions', () => {
    expect(createEvent({}, runtime)).toEqual({
      id: 'id-1',
      invocationId: '',
      timestamp: 5,
      actions: { stateDelta: {}, artifactDelta: {} },
    });
  });

  it('keeps what it is given', () => {
    const params = { id: 'e', invocationId: 'i', timestamp: 0, author: 'user', branch: 'a' };
    expect(createEvent({ ...params, actions: { escalate: true } }, runtime)).toEqual({
      ...params,
      actions: { escalate: true, stateDelta: {}, artifactDelta: {} },
    });
  });

  it('has no fields that were not given', () => {
    expect(Object.keys(createEvent()).sort()).toEqual(['actions', 'id', 'invocationId', 'timestamp']);
  });

  it('has an id of its own each time', () => {
    expect(createEvent().id).not.toBe(createEvent().id);
  });
});

it('a call id of ours is told from a server id by its prefix', () => {
  expect(generateClientFunctionCallId(runtime)).toBe('adk-id-1');
});
