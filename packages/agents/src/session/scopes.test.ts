import { expect, it } from 'vitest';
import { splitByScope, withoutTemporary } from './scopes.ts';

const delta = { 'app:a': 1, 'user:b': 2, 'temp:c': 3, d: 4, app: 5, 'x:y': 6 };

it('a delta is cut by the prefixes of its keys, which stay; unknown ones are the session’s own', () => {
  expect(splitByScope(delta)).toEqual({
    app: { 'app:a': 1 },
    user: { 'user:b': 2 },
    session: { d: 4, app: 5, 'x:y': 6 },
  });
});

it('what lives for one invocation is left out', () => {
  expect(Object.keys(withoutTemporary(delta))).toEqual(['app:a', 'user:b', 'd', 'app', 'x:y']);
});

it('a key named __proto__ stays a key', () => {
  const { session } = splitByScope(JSON.parse('{"__proto__": {"isAdmin": true}}'));
  expect(Object.keys(session)).toEqual(['__proto__']);
  expect(session.isAdmin).toBeUndefined();
});
