import type { Event } from '../contract/event.ts';
import type {
  AcquireRunRequest,
  AppendEventRequest,
  CreateSessionRequest,
  DeleteSessionRequest,
  GetSessionRequest,
  ListSessionsRequest,
  ListSessionsResponse,
  RunLease,
  Session,
  SessionService,
} from '../contract/session.ts';
import { AgentsError } from '../error.ts';
import { assignOwn } from './assign-own.ts';
import { headOfEvent, replaceHead } from './chain-head.ts';
import { RunQueue } from './run-queue.ts';
import { storedEvent } from './stored-event.ts';

/** What all session services share. One that keeps sessions elsewhere implements the abstract methods and `storeEvent`. */
export abstract class BaseSessionService implements SessionService {
  readonly #runs = new RunQueue();

  abstract createSession(request: CreateSessionRequest): Promise<Session>;
  abstract getSession(request: GetSessionRequest): Promise<Session | undefined>;
  abstract listSessions(request: ListSessionsRequest): Promise<ListSessionsResponse>;
  abstract deleteSession(request: DeleteSessionRequest): Promise<void>;

  async getOrCreateSession(request: CreateSessionRequest): Promise<Session> {
    const { appName, userId, sessionId } = request;
    if (sessionId === undefined || sessionId === '') {
      return this.createSession(request);
    }
    const key = { appName, userId, sessionId };
    const existing = await this.getSession(key);
    return existing ?? this.#createUnlessCreated(request, () => this.getSession(key));
  }

  /**
   * Stores the event, then brings the session in hand up to date with it. Returns what was stored: a frozen copy without
   * `temp:` state. The session in hand keeps the values as they were set, temporary ones included, until the run ends.
   * Throws what `storeEvent` throws; neither store nor session has changed then.
   */
  async appendEvent({ session, event }: AppendEventRequest): Promise<Event> {
    if (event.partial === true) {
      return event;
    }
    const kept = storedEvent(event);
    await this.storeEvent({ session, event: kept });
    assignOwn(session.state, event.actions.stateDelta);
    session.events.push(kept);
    session.version += 1;
    session.lastUpdateTime = kept.timestamp;
    const head = headOfEvent(kept);
    if (head !== undefined) {
      replaceHead(session.heads, head);
    }
    return kept;
  }

  /** In this process. A service that several processes share keeps the lease in its store instead. */
  acquireRun(request: AcquireRunRequest): Promise<RunLease> {
    return this.#runs.acquire(request);
  }

  /**
   * Writes event, state and head, all or nothing. Throws `stale_session` where the store is not at `session.version`, and
   * `session_not_found`. Leaves `session` alone. By default there is no store but the session in hand.
   */
  protected async storeEvent(_request: AppendEventRequest): Promise<void> {}

  /** Two callers may both find nothing; the slower one gets what the faster one made. */
  async #createUnlessCreated(
    request: CreateSessionRequest,
    load: () => Promise<Session | undefined>,
  ): Promise<Session> {
    try {
      return await this.createSession(request);
    } catch (error) {
      const created =
        AgentsError.isInstance(error) && error.code === 'session_exists' ? await load() : undefined;
      if (created === undefined) {
        throw error;
      }
      return created;
    }
  }
}
