import { describe, expect, it } from 'vitest';
import type { ChainHead } from '../contract/session.ts';
import { type CreateEventParams, createEvent } from '../event/create-event.ts';
import { headOfEvent, rebuildHeads, replaceHead } from './chain-head.ts';

const chain = { target: 'here', seenThroughEventId: 'e0', oldestAtMs: 1 };
const answer = (id: string, rest: CreateEventParams = {}) =>
  createEvent({ id, author: 'agent', interactionId: `interaction ${id}`, chain, ...rest });

describe('the head of an event', () => {
  it('holds what a later request needs', () => {
    const event = answer('e1', { branch: 'a', environmentId: 'env', chain: { ...chain, expiresAtMs: 9 } });
    expect(headOfEvent(event)).toEqual({
      ...chain,
      expiresAtMs: 9,
      agentName: 'agent',
      branch: 'a',
      eventId: 'e1',
      interactionId: 'interaction e1',
      environmentId: 'env',
    });
  });

  it.each<[string, CreateEventParams]>([
    ['without a link', { author: 'agent', interactionId: 'i' }],
    ['without an interaction', { author: 'agent', chain }],
    ['without an author', { interactionId: 'i', chain }],
  ])('is missing %s', (_what, params) => {
    expect(headOfEvent(createEvent(params))).toBeUndefined();
  });

  it('at an empty branch is one at the root', () => {
    expect(headOfEvent(answer('e1', { branch: '' }))).not.toHaveProperty('branch');
  });

  it('cannot be changed, because readers share it', () => {
    expect(Object.isFrozen(headOfEvent(answer('e1')))).toBe(true);
  });
});

describe('heads of a session', () => {
  it('are one for each agent and branch, the newest last', () => {
    const heads = rebuildHeads([
      answer('1'),
      answer('2', { branch: 'a' }),
      answer('3', { author: 'other' }),
      createEvent({ author: 'user' }),
      answer('4'),
    ]);
    expect(heads.map(({ eventId }) => eventId)).toEqual(['2', '3', '4']);
  });

  it('come out alike, rebuilt or kept as the events came', () => {
    const events = ['1', '2', '3', '4', '5'].map((id, index) =>
      answer(id, index % 2 === 0 ? {} : { branch: 'a' }),
    );
    const kept: ChainHead[] = [];
    for (const event of events) {
      const head = headOfEvent(event);
      if (head !== undefined) {
        replaceHead(kept, head);
      }
    }
    expect(rebuildHeads(events)).toEqual(kept);
  });
});
