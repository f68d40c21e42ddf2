import { State } from './state.ts';

/** A state delta, cut by where its keys belong. Prefixes are kept; `temp:` keys are left out. */
export interface ScopedDelta {
  readonly app: Record<string, unknown>;
  readonly user: Record<string, unknown>;
  readonly session: Record<string, unknown>;
}

export function splitByScope(delta: Readonly<Record<string, unknown>>): ScopedDelta {
  const scoped: ScopedDelta = { app: {}, user: {}, session: {} };
  for (const [key, value] of Object.entries(delta)) {
    if (key.startsWith(State.APP_PREFIX)) {
      scoped.app[key] = value;
    } else if (key.startsWith(State.USER_PREFIX)) {
      scoped.user[key] = value;
    } else if (!key.startsWith(State.TEMP_PREFIX)) {
      scoped.session[key] = value;
    }
  }
  return scoped;
}

/** The delta without the keys that live for one invocation only. */
export function withoutTemporary(delta: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(delta).filter(([key]) => !key.startsWith(State.TEMP_PREFIX)));
}
