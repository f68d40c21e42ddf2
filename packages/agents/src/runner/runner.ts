import { ABORTED, isAborted, raceAbort, untilAborted } from '../agent/abort.ts';
import { InvocationContext } from '../context/invocation-context.ts';
import type { LlmCallCount } from '../context/llm-call-count.ts';
import type { Agent } from '../contract/agent.ts';
import type { RunNested } from '../contract/context.ts';
import type { Event } from '../contract/event.ts';
import type { ModelDefaults } from '../contract/model.ts';
import type { RunConfig } from '../contract/run-config.ts';
import type { Runtime } from '../contract/runtime.ts';
import type { Session, SessionService } from '../contract/session.ts';
import { createEvent } from '../event/create-event.ts';
import { plainCopy } from '../frozen-copy.ts';
import { defaultRuntime } from '../runtime.ts';
import { InMemorySessionService } from '../session/in-memory-session-service.ts';
import { sessionNotFound } from '../session/session-errors.ts';
import { closeToolsets } from './close-toolsets.ts';
import { createRunConfig } from './create-run-config.ts';
import { findAgentToRun } from './find-agent-to-run.ts';
import { checkMessage, type RunEphemeralRequest, type RunRequest } from './run-request.ts';
import { untilLeased } from './until-leased.ts';

const BRAND = Symbol.for('catenary.agents.runner');

/** What a `Runner` is made from. */
export interface RunnerConfig {
  /** Names the app that sessions belong to. */
  readonly appName: string;
  /** The root of the tree of agents. */
  readonly agent: Agent;
  readonly sessionService: SessionService;
  /** Settings of every model that an agent names by a string. */
  readonly modelDefaults?: ModelDefaults;
  /** Clock, ids and logger; by default the system's. */
  readonly runtime?: Partial<Runtime>;
}

/**
 * Runs agents on sessions. A session has one running invocation: a second one waits for it, or fails with
 * `session_busy`, as `runConfig.whenBusy` says.
 */
export class Runner {
  readonly [BRAND] = true;
  readonly appName: string;
  readonly agent: Agent;
  readonly sessionService: SessionService;
  readonly #modelDefaults: ModelDefaults;
  readonly #runtime: Runtime;

  constructor(config: RunnerConfig) {
    this.appName = config.appName;
    this.agent = config.agent;
    this.sessionService = config.sessionService;
    this.#modelDefaults = config.modelDefaults ?? {};
    this.#runtime = { ...defaultRuntime, ...config.runtime };
  }

  /**
   * Answers a message. Stores the message, then yields the events of the agents in order, each stored before it is
   * yielded; partial ones are only yielded. What the model side said, a failure included, is an event (`errorCode`).
   * Throws `invalid_argument` (a message that cannot be sent), `session_not_found`, `session_busy`, `stale_session`, errors in
   * the agents' set-up, and what callbacks throw. Leaving the loop early ends the run and closes its connections.
   */
  runAsync(request: RunRequest): AsyncGenerator<Event, void, undefined> {
    return this.#answer(request, { used: 0 });
  }

  /** Answers a message on a session of its own, which is deleted at the end. */
  async *runEphemeral(request: RunEphemeralRequest): AsyncGenerator<Event, void, undefined> {
    const { appName } = this;
    const { userId } = request;
    const { id: sessionId } = await this.sessionService.createSession({ appName, userId });
    try {
      yield* this.runAsync({ ...request, sessionId });
    } finally {
      await this.sessionService.deleteSession({ appName, userId, sessionId });
    }
  }

  async *#answer(request: RunRequest, llmCalls: LlmCallCount): AsyncGenerator<Event, void, undefined> {
    const { abortSignal, userId, sessionId } = request;
    const runConfig = createRunConfig(request.runConfig);
    checkMessage(request.newMessage);
    const key = { appName: this.appName, userId, sessionId };
    const invocationId = this.#runtime.newId();
    const lease = await untilLeased(
      this.sessionService.acquireRun({
        ...key,
        invocationId,
        whenBusy: runConfig.whenBusy,
        ...(abortSignal === undefined ? {} : { signal: abortSignal }),
      }),
      abortSignal,
    );
    if (lease === undefined) {
      return;
    }
    try {
      const session = await raceAbort(this.sessionService.getSession(key), abortSignal);
      if (session === ABORTED) {
        return;
      }
      if (session === undefined) {
        throw sessionNotFound(key);
      }
      yield* this.#run(session, { ...request, runConfig, invocationId, llmCalls });
    } finally {
      await lease.release();
    }
  }

  async *#run(session: Session, request: StartedRun): AsyncGenerator<Event, void, undefined> {
    const { abortSignal, customMetadata, invocationId, llmCalls, runConfig, stateDelta = {} } = request;
    if (isAborted(request)) {
      return;
    }
    const content = plainCopy({ role: 'user', ...request.newMessage });
    const message = createEvent(
      {
        invocationId,
        author: 'user',
        content,
        actions: { stateDelta: plainCopy(stateDelta) },
        ...(customMetadata === undefined ? {} : { customMetadata }),
      },
      this.#runtime,
    );
    await this.sessionService.appendEvent({ session, event: message });
    const agent = findAgentToRun(session.events, this.agent);
    const context = new InvocationContext({
      invocationId,
      session,
      sessionService: this.sessionService,
      agent,
      userContent: content,
      runConfig,
      ...(abortSignal === undefined ? {} : { abortSignal }),
      modelDefaults: this.#modelDefaults,
      runtime: this.#runtime,
      llmCalls,
      runNested: (nested) => this.#runNested(nested, { runConfig, llmCalls }),
    });
    try {
      for await (const event of untilAborted(agent.runAsync(context), abortSignal)) {
        if (isAborted(request)) {
          return;
        }
        if (event.partial !== true) {
          await this.sessionService.appendEvent({ session, event });
        }
        yield event;
      }
    } finally {
      await raceAbort(closeToolsets(this.agent, this.#runtime.logger), abortSignal);
    }
  }

  /** What the outer run keeps from the server, and how often it may call a model, holds for the inner one as well. */
  async *#runNested(
    request: Parameters<RunNested>[0],
    { llmCalls, runConfig: { maxLlmCalls, store } }: Pick<StartedRun, 'llmCalls' | 'runConfig'>,
  ): ReturnType<RunNested> {
    const { agent, appName, newMessage, sessionId, signal, state, userId } = request;
    const sessionService = new InMemorySessionService({ runtime: this.#runtime });
    const session = await sessionService.createSession({
      appName,
      userId,
      state,
      ...(sessionId === undefined ? {} : { sessionId }),
    });
    const runner = new Runner({
      agent,
      appName,
      sessionService,
      modelDefaults: this.#modelDefaults,
      runtime: this.#runtime,
    });
    yield* runner.#answer(
      {
        userId,
        sessionId: session.id,
        newMessage,
        runConfig: { maxLlmCalls, store, ...request.runConfig },
        ...(signal === undefined ? {} : { abortSignal: signal }),
      },
      llmCalls,
    );
  }
}

/** A run that has its session. */
interface StartedRun extends RunRequest {
  readonly runConfig: Required<RunConfig>;
  readonly invocationId: string;
  readonly llmCalls: LlmCallCount;
}

/** Recognises runners of any copy of this package. */
export function isRunner(value: unknown): value is Runner {
  return typeof value === 'object' && value !== null && BRAND in value;
}
