import type { Session } from '../contract/session.ts';

/** A session with nothing in it but what is given. It is not stored: a session service's `createSession` does that. */
export function createSession(params: Partial<Session> & Pick<Session, 'id' | 'appName'>): Session {
  return {
    id: params.id,
    appName: params.appName,
    userId: params.userId ?? '',
    state: params.state ?? {},
    events: params.events ?? [],
    heads: params.heads ?? [],
    version: params.version ?? 0,
    lastUpdateTime: params.lastUpdateTime ?? 0,
  };
}
