import type { BackendRequest } from '../backend.ts';
import type { ScriptedTurn } from './scripted-turn.ts';

/** Why a request is not the expected one; `undefined` when it is. */
export function findMismatch(expected: ScriptedTurn['expect'], request: BackendRequest): string | undefined {
  if (typeof expected === 'function') {
    return expected(request) === false ? 'the expectation returned false' : undefined;
  }
  return expected === undefined ? undefined : compare(expected, request, 'request');
}

function compare(expected: unknown, actual: unknown, path: string): string | undefined {
  if (typeof expected !== 'object' || expected === null) {
    return Object.is(expected, actual) ? undefined : `${path} is ${show(actual)}, not ${show(expected)}`;
  }
  if (typeof actual !== 'object' || actual === null || Array.isArray(expected) !== Array.isArray(actual)) {
    return `${path} is ${show(actual)}, not ${show(expected)}`;
  }
  if (Array.isArray(expected) && Array.isArray(actual) && expected.length !== actual.length) {
    return `${path} has ${actual.length} items, not ${expected.length}`;
  }
  const fields = new Map(Object.entries(actual));
  for (const [key, value] of Object.entries(expected)) {
    const mismatch = compare(value, fields.get(key), `${path}.${key}`);
    if (mismatch !== undefined) {
      return mismatch;
    }
  }
  return undefined;
}

function show(value: unknown): string {
  return JSON.stringify(value) ?? String(value);
}
