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
import { headOfEvent, replaceHead } from './chain-head.ts';
import { RunQueue } from './run-queue.ts';

/**
 * What all session services share. One that keeps sessions elsewhere implements the abstract methods and, in its own
 * `appendEvent`, stores the event before it calls this one, which brings the session in hand up to date.
 */
export abstract class BaseSessionService implements SessionService {
  readonly #runs = new RunQueue();

  abstract createSession(request: CreateSessionRequest): Promise<Session>;
  abstract getSession(request: GetSessionRequest): Promise<Session | undefined>;
  abstract listSessions(request: ListSessionsRequest): Promise<ListSessionsResponse>;
  abstract deleteSession(request: DeleteSessionRequest): Promise<void>;

  async getOrCreateSession(request: CreateSessionRequest): Promise<Session> {
    const { appName, userId, sessionId } = request;
    const existing =
      sessionId === undefined ? undefined : await this.getSession({ appName, userId, sessionId });
    return existing ?? this.createSession(request);
  }

  async appendEvent({ session, event }: AppendEventRequest): Promise<Event> {
    if (event.partial === true) {
      return event;
    }
    Object.assign(session.state, event.actions.stateDelta);
    session.events.push(event);
    session.version += 1;
    session.lastUpdateTime = event.timestamp;
    const head = headOfEvent(event);
    if (head !== undefined) {
      replaceHead(session.heads, head);
    }
    return event;
  }

  /** In this process. A service that several processes share keeps the lease in its store instead. */
  acquireRun(request: AcquireRunRequest): Promise<RunLease> {
    return this.#runs.acquire(request);
  }
}
