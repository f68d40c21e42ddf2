import type { Event } from '../contract/event.ts';
import type { Runtime } from '../contract/runtime.ts';
import type {
  AppendEventRequest,
  ChainHead,
  CompositeSessionKey,
  CreateSessionRequest,
  DeleteSessionRequest,
  GetSessionConfig,
  GetSessionRequest,
  ListSessionsRequest,
  ListSessionsResponse,
  Session,
} from '../contract/session.ts';
import { AgentsError } from '../error.ts';
import { frozenCopy, plainCopy } from '../frozen-copy.ts';
import { defaultRuntime } from '../runtime.ts';
import { BaseSessionService } from './base-session-service.ts';
import { headOfEvent, replaceHead } from './chain-head.ts';
import { splitByScope, withoutTemporary } from './scopes.ts';

/** A session at rest. Events are frozen and shared with every reader; state is copied out. */
interface StoredSession {
  readonly id: string;
  readonly appName: string;
  readonly userId: string;
  readonly state: Record<string, unknown>;
  readonly events: Event[];
  readonly heads: ChainHead[];
  version: number;
  lastUpdateTime: number;
}

const DEFAULT_PAGE_SIZE = 100;

/** Keeps sessions in this process, until it ends. For tests, and for programs that need no more. */
export class InMemorySessionService extends BaseSessionService {
  readonly #sessions = new Map<string, StoredSession>();
  readonly #appState = new Map<string, Record<string, unknown>>();
  readonly #userState = new Map<string, Record<string, unknown>>();
  readonly #runtime: Runtime;

  constructor(options: { readonly runtime?: Runtime } = {}) {
    super();
    this.#runtime = options.runtime ?? defaultRuntime;
  }

  /** Throws `session_exists` where `sessionId` is taken. */
  async createSession(request: CreateSessionRequest): Promise<Session> {
    const { appName, userId } = request;
    const trimmed = request.sessionId?.trim();
    const sessionId = trimmed === undefined || trimmed === '' ? this.#runtime.newId() : trimmed;
    const key = keyOf({ appName, userId, sessionId });
    if (this.#sessions.has(key)) {
      throw new AgentsError({
        code: 'session_exists',
        message: `Session "${sessionId}" of user "${userId}" exists already.`,
        hint: 'Use getOrCreateSession, or leave the id out to get a fresh one.',
      });
    }
    const stored: StoredSession = {
      id: sessionId,
      appName,
      userId,
      state: {},
      events: [],
      heads: [],
      version: 0,
      lastUpdateTime: this.#runtime.now(),
    };
    this.#sessions.set(key, stored);
    this.#applyDelta(stored, request.state ?? {});
    return this.#view(stored);
  }

  async getSession(request: GetSessionRequest): Promise<Session | undefined> {
    const stored = this.#sessions.get(keyOf(request));
    return stored === undefined ? undefined : this.#view(stored, request.config);
  }

  async listSessions(request: ListSessionsRequest): Promise<ListSessionsResponse> {
    const { appName, userId, order = 'desc' } = request;
    const limit = Math.max(1, request.limit ?? DEFAULT_PAGE_SIZE);
    const matching = [...this.#sessions.values()]
      .filter((stored) => stored.appName === appName && (userId === undefined || stored.userId === userId))
      .sort((left, right) => compare(left, right) * (order === 'asc' ? 1 : -1));
    const page = request.page ?? (request.offset === undefined ? 1 : Math.floor(request.offset / limit) + 1);
    const start = request.offset ?? (page - 1) * limit;
    return {
      sessions: matching
        .slice(start, start + limit)
        .map((stored) => this.#view(stored, { numRecentEvents: 0 })),
      page,
      limit,
      totalItems: matching.length,
      totalPages: Math.ceil(matching.length / limit),
    };
  }

  async deleteSession(request: DeleteSessionRequest): Promise<void> {
    this.#sessions.delete(keyOf(request));
  }

  /** Throws `session_not_found` and `stale_session`; nothing has changed then. */
  override async appendEvent({ session, event }: AppendEventRequest): Promise<Event> {
    if (event.partial === true) {
      return event;
    }
    const stored = this.#sessions.get(
      keyOf({ appName: session.appName, userId: session.userId, sessionId: session.id }),
    );
    if (stored === undefined) {
      throw sessionNotFound(session);
    }
    if (stored.version !== session.version) {
      throw new AgentsError({
        code: 'stale_session',
        message: `Session "${session.id}" is at version ${stored.version}, this writer has version ${session.version}.`,
        hint: 'Another writer came first: load the session again and repeat what you wanted to add.',
        retryable: true,
      });
    }
    const kept = frozenCopy({
      ...event,
      actions: { ...event.actions, stateDelta: withoutTemporary(event.actions.stateDelta) },
    });
    this.#applyDelta(stored, kept.actions.stateDelta);
    stored.events.push(kept);
    stored.version += 1;
    stored.lastUpdateTime = kept.timestamp;
    const head = headOfEvent(kept);
    if (head !== undefined) {
      replaceHead(stored.heads, head);
    }
    await super.appendEvent({ session, event: kept });
    // The session in hand keeps the values as they were set, temporary ones included, for the rest of the invocation.
    Object.assign(session.state, event.actions.stateDelta);
    return kept;
  }

  #applyDelta(stored: StoredSession, delta: Readonly<Record<string, unknown>>): void {
    const { app, user, session } = splitByScope(plainCopy(delta));
    Object.assign(scopeOf(this.#appState, stored.appName), app);
    Object.assign(scopeOf(this.#userState, JSON.stringify([stored.appName, stored.userId])), user);
    Object.assign(stored.state, session);
  }

  #view(stored: StoredSession, config: GetSessionConfig = {}): Session {
    return {
      id: stored.id,
      appName: stored.appName,
      userId: stored.userId,
      state: plainCopy({
        ...stored.state,
        ...this.#userState.get(JSON.stringify([stored.appName, stored.userId])),
        ...this.#appState.get(stored.appName),
      }),
      events: select(stored.events, config),
      heads: [...stored.heads],
      version: stored.version,
      lastUpdateTime: stored.lastUpdateTime,
    };
  }
}

/** The error for a session that a service does not have. */
export function sessionNotFound(key: {
  readonly id: string;
  readonly userId: string;
  readonly appName: string;
}) {
  return new AgentsError({
    code: 'session_not_found',
    message: `There is no session "${key.id}" of user "${key.userId}" in app "${key.appName}".`,
    hint: 'Create it first: sessionService.createSession({appName, userId, sessionId}).',
  });
}

function select(events: readonly Event[], config: GetSessionConfig): Event[] {
  const { numRecentEvents, afterTimestamp } = config;
  const recent =
    numRecentEvents === undefined ? events : events.slice(Math.max(0, events.length - numRecentEvents));
  return afterTimestamp === undefined
    ? [...recent]
    : recent.filter((event) => event.timestamp > afterTimestamp);
}

function compare(left: StoredSession, right: StoredSession): number {
  return left.lastUpdateTime - right.lastUpdateTime || (left.id < right.id ? -1 : 1);
}

function scopeOf(scopes: Map<string, Record<string, unknown>>, key: string): Record<string, unknown> {
  const scope = scopes.get(key) ?? {};
  scopes.set(key, scope);
  return scope;
}

function keyOf({ appName, userId, sessionId }: CompositeSessionKey): string {
  return JSON.stringify([appName, userId, sessionId]);
}
