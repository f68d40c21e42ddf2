import { expect, it } from 'vitest';
import { createSession } from './session.ts';

it('a session made by hand has what is given and nothing else in it', () => {
  expect(createSession({ id: 's', appName: 'a', state: { b: 1 } })).toEqual({
    id: 's',
    appName: 'a',
    userId: '',
    state: { b: 1 },
    events: [],
    heads: [],
    version: 0,
    lastUpdateTime: 0,
  });
});
