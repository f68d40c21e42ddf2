import { setOwn } from './assign-own.ts';
import { State } from './state.ts';

/** A state delta, cut by where its keys belong. Prefixes are kept; `temp:` keys are left out. */
export interface ScopedDelta {
  readonly app: Record<string, unknown>;
  readonly user: Record<string, unknown>;
  readonly session: Record<string, unknown>;
}

/** Cuts a delta by the prefixes of its keys. */
export function splitByScope(delta: Readonly<Record<string, unknown>>): ScopedDelta {
  const scoped: ScopedDelta = { app: {}, user: {}, session: {} };
  for (const [key, value] of Object.entries(delta)) {
    const scope = scopeOf(key);
    if (scope !== 'temporary') {
      setOwn(scoped[scope], key, value);
    }
  }
  return scoped;
}

/** The delta without the keys that live for one invocation only. */
export function withoutTemporary(delta: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(delta).filter(([key]) => scopeOf(key) !== 'temporary'));
}

function scopeOf(key: string): keyof ScopedDelta | 'temporary' {
  if (key.startsWith(State.APP_PREFIX)) {
    return 'app';
  }
  if (key.startsWith(State.USER_PREFIX)) {
    return 'user';
  }
  return key.startsWith(State.TEMP_PREFIX) ? 'temporary' : 'session';
}
