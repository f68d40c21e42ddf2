import { describe, expect, it } from 'vitest';
import type { Event } from '../../contract/event.ts';
import { createEvent } from '../../event/create-event.ts';
import { findTurnStart } from './find-turn-start.ts';

const reader = { agentName: 'me', isReadable: (event: Event) => event.branch === undefined };
const said = (author: string, more: Partial<Event> = {}) =>
  createEvent({ author, content: { parts: [{ text: 'x' }] }, ...more });
const call = (author: string, name = 'look') =>
  createEvent({ author, content: { parts: [{ functionCall: { id: 'c', name } }] } });
const result = (author: string, name = 'look') =>
  createEvent({ author, content: { role: 'user', parts: [{ functionResponse: { id: 'c', name } }] } });

describe('the current turn', () => {
  it.each<[string, Event[], number]>([
    ['at the newest message of the user', [said('user'), said('me'), said('user')], 2],
    ['before the tool loop that it set off', [said('user'), said('user'), call('me'), result('me')], 1],
    ['at what another agent said since', [said('user'), said('other'), call('me'), result('me')], 1],
    [
      'not at a hand-over',
      [said('user'), call('other', 'transfer_to_agent'), result('other', 'transfer_to_agent')],
      0,
    ],
    ['not at an answer that failed', [said('user'), said('other', { errorCode: 'failed' })], 0],
    ['not at what the agent may not read', [said('user'), said('other', { branch: 'x' })], 0],
    [
      'before the call that a handed-in result is for',
      [said('user'), call('me'), said('me'), result('user')],
      0,
    ],
    [
      'before that call also when the user wrote in between',
      [said('user'), call('me'), said('user'), said('me'), result('user')],
      0,
    ],
    ['at the end where nothing began one', [said('me')], 1],
    ['at the end of an empty session', [], 0],
  ])('begins %s', (_where, events, index) => {
    expect(findTurnStart(events, reader)).toBe(index);
  });
});
