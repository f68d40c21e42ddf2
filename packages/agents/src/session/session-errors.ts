import type { CompositeSessionKey } from '../contract/session.ts';
import { AgentsError } from '../error.ts';

/** The error for a session that a service does not have. */
export function sessionNotFound({ appName, userId, sessionId }: CompositeSessionKey): AgentsError {
  return new AgentsError({
    code: 'session_not_found',
    message: `There is no session "${sessionId}" of user "${userId}" in app "${appName}".`,
    hint: 'Create it first, under the same app name: sessionService.createSession({appName, userId, sessionId}).',
  });
}

/** The error for an id that is taken. */
export function sessionExists({ appName, userId, sessionId }: CompositeSessionKey): AgentsError {
  return new AgentsError({
    code: 'session_exists',
    message: `Session "${sessionId}" of user "${userId}" in app "${appName}" exists already.`,
    hint: 'Use getOrCreateSession, or leave the id out to get a fresh one.',
  });
}

/** The error for a writer that another one has overtaken. */
export function staleSession(
  sessionId: string,
  versions: { readonly stored: number; readonly held: number },
) {
  return new AgentsError({
    code: 'stale_session',
    message: `Session "${sessionId}" is at version ${versions.stored}, and this writer holds version ${versions.held}.`,
    hint: 'Another writer came first: load the session again and repeat what you wanted to add.',
    retryable: true,
  });
}
