import type { ChainLink, Event } from './event.ts';

/** The newest answer of one agent on one branch that a request may continue from. Rebuildable from the events. */
export interface ChainHead extends ChainLink {
  readonly agentName: string;
  readonly branch?: string;
  readonly eventId: string;
  readonly interactionId: string;
  readonly environmentId?: string;
}

/** The conversation that an app keeps. `state` is a plain record; use `context.state` in callbacks and tools. */
export interface Session {
  readonly id: string;
  readonly appName: string;
  readonly userId: string;
  /** App, user and session state merged, with their prefixes (`app:`, `user:`, none). */
  state: Record<string, unknown>;
  /** Oldest first. Append only through the session service. */
  readonly events: Event[];
  /** At most one head for each agent and branch. */
  readonly heads: ChainHead[];
  /** Grows with each append; an append with an older one is refused with `stale_session`. */
  version: number;
  /** Epoch milliseconds. */
  lastUpdateTime: number;
}

/** What names a session. */
export interface CompositeSessionKey {
  readonly appName: string;
  readonly userId: string;
  readonly sessionId: string;
}

/** Without an id the service makes one. */
export interface CreateSessionRequest {
  readonly appName: string;
  readonly userId: string;
  readonly state?: Record<string, unknown>;
  readonly sessionId?: string;
}

/** Which events to load; by default all. Where both are set, both hold. */
export interface GetSessionConfig {
  readonly numRecentEvents?: number;
  /** Epoch milliseconds; only events after it. */
  readonly afterTimestamp?: number;
}

export interface GetSessionRequest extends CompositeSessionKey {
  readonly config?: GetSessionConfig;
}

export type DeleteSessionRequest = CompositeSessionKey;

export interface ListSessionsRequest {
  readonly appName: string;
  /** Default: the sessions of every user. */
  readonly userId?: string;
  /** The size of a page; by default everything is one page. */
  readonly limit?: number;
  /** Where to begin, counted from 0; `page` goes before it. */
  readonly offset?: number;
  /** Counted from 1; needs `limit`. */
  readonly page?: number;
  /** By the time of the last event; default `desc`, newest first. */
  readonly order?: 'asc' | 'desc';
}

/** One page of sessions, and how many there are in all. */
export interface ListSessionsResponse {
  /** Without events. */
  readonly sessions: Session[];
  readonly page: number;
  readonly limit: number;
  readonly totalItems: number;
  readonly totalPages: number;
}

/** An event for a session, which must be as the store has it. */
export interface AppendEventRequest {
  readonly session: Session;
  readonly event: Event;
}

/** The right to run on a session, until released or expired. */
export interface RunLease {
  release(): Promise<void>;
}

export interface AcquireRunRequest extends CompositeSessionKey {
  readonly invocationId: string;
  /** `wait` (default) queues behind the running invocation; `fail` throws `session_busy`. */
  readonly whenBusy?: 'wait' | 'fail';
  readonly signal?: AbortSignal;
}

/** Keeps sessions, their state and their chain heads. */
export interface SessionService {
  createSession(request: CreateSessionRequest): Promise<Session>;
  getSession(request: GetSessionRequest): Promise<Session | undefined>;
  getOrCreateSession(request: CreateSessionRequest): Promise<Session>;
  listSessions(request: ListSessionsRequest): Promise<ListSessionsResponse>;
  deleteSession(request: DeleteSessionRequest): Promise<void>;
  /**
   * Appends the event to the store and to `session` itself, with its state delta and, when `event.chain` is set, its
   * head. Throws `stale_session` when another writer came first; nothing is written then. Partial events are returned
   * untouched and not stored.
   */
  appendEvent(request: AppendEventRequest): Promise<Event>;
  /** One running invocation a session. */
  acquireRun(request: AcquireRunRequest): Promise<RunLease>;
}
