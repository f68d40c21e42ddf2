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
import { plainCopy } from '../frozen-copy.ts';
import { defaultRuntime } from '../runtime.ts';
import { assignOwn } from './assign-own.ts';
import { BaseSessionService } from './base-session-service.ts';
import { headOfEvent, replaceHead } from './chain-head.ts';
import { pageOf } from './page-of.ts';
import { splitByScope } from './scopes.ts';
import { sessionExists, sessionNotFound, staleSession } from './session-errors.ts';

/** A session at rest. Events and heads are frozen and shared with every reader; state is copied out. */
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

  /** Makes an id where none is given. Throws `session_exists` where it is taken. */
  async createSession(request: CreateSessionRequest): Promise<Session> {
    const { appName, userId, state = {} } = request;
    const sessionId = request.sessionId || this.#runtime.newId();
    const key = keyOf({ appName, userId, sessionId });
    if (this.#sessions.has(key)) {
      throw sessionExists({ appName, userId, sessionId });
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
    this.#applyDelta(stored, state);
    this.#sessions.set(key, stored);
    return this.#view(stored);
  }

  async getSession(request: GetSessionRequest): Promise<Session | undefined> {
    const stored = this.#sessions.get(keyOf(request));
    return stored === undefined ? undefined : this.#view(stored, request.config);
  }

  /** Newest first, unless `order` is `asc`; sessions of one moment by id. Without events. */
  async listSessions(request: ListSessionsRequest): Promise<ListSessionsResponse> {
    const { appName, userId, order = 'desc' } = request;
    const matching = [...this.#sessions.values()]
      .filter((stored) => stored.appName === appName && (userId === undefined || stored.userId === userId))
      .sort((left, right) => compare(left, right) * (order === 'asc' ? 1 : -1));
    const { offset, ...page } = pageOf(request, matching.length);
    const onPage = matching.slice(offset, offset + page.limit);
    return { ...page, sessions: onPage.map((stored) => this.#view(stored, { numRecentEvents: 0 })) };
  }

  async deleteSession(request: DeleteSessionRequest): Promise<void> {
    this.#sessions.delete(keyOf(request));
  }

  /** Everything happens before the first await, so that no other writer comes between check and write. */
  protected override async storeEvent({ session, event }: AppendEventRequest): Promise<void> {
    const key = { appName: session.appName, userId: session.userId, sessionId: session.id };
    const stored = this.#sessions.get(keyOf(key));
    if (stored === undefined) {
      throw sessionNotFound(key);
    }
    if (stored.version !== session.version) {
      throw staleSession(session.id, { stored: stored.version, held: session.version });
    }
    this.#applyDelta(stored, event.actions.stateDelta);
    stored.events.push(event);
    stored.version += 1;
    stored.lastUpdateTime = event.timestamp;
    const head = headOfEvent(event);
    if (head !== undefined) {
      replaceHead(stored.heads, head);
    }
  }

  #applyDelta(stored: StoredSession, delta: Readonly<Record<string, unknown>>): void {
    const { app, user, session } = splitByScope(plainCopy(delta));
    assignOwn(scopeOf(this.#appState, stored.appName), app);
    assignOwn(scopeOf(this.#userState, userKeyOf(stored)), user);
    assignOwn(stored.state, session);
  }

  #view(stored: StoredSession, config: GetSessionConfig = {}): Session {
    return {
      id: stored.id,
      appName: stored.appName,
      userId: stored.userId,
      state: plainCopy({
        ...stored.state,
        ...this.#userState.get(userKeyOf(stored)),
        ...this.#appState.get(stored.appName),
      }),
      events: select(stored.events, config),
      heads: [...stored.heads],
      version: stored.version,
      lastUpdateTime: stored.lastUpdateTime,
    };
  }
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

function userKeyOf({ appName, userId }: Pick<CompositeSessionKey, 'appName' | 'userId'>): string {
  return JSON.stringify([appName, userId]);
}
