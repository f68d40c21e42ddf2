import type { Content } from '@google/genai';
import type { Agent } from './agent.ts';
import type { Event, EventActions } from './event.ts';
import type { ModelDefaults } from './model.ts';
import type { RunConfig } from './run-config.ts';
import type { Runtime } from './runtime.ts';
import type { Session, SessionService } from './session.ts';

/** Read and write access to a session's state, by scope prefix: `app:`, `user:`, `temp:` or none. */
export interface StateAccess {
  get<T>(key: string, defaultValue?: T): T | undefined;
  set(key: string, value: unknown): void;
  has(key: string): boolean;
  hasDelta(): boolean;
  update(delta: Record<string, unknown>): void;
  toRecord(): Record<string, unknown>;
}

/**
 * Runs an agent in a session of its own, in memory; how tools that are agents run. Its model calls count among those of the
 * invocation that it is part of.
 */
export type RunNested = (request: {
  readonly agent: Agent;
  readonly appName: string;
  readonly userId: string;
  readonly sessionId?: string;
  readonly state: Record<string, unknown>;
  readonly newMessage: Content;
  readonly runConfig?: RunConfig;
  readonly signal?: AbortSignal;
}) => AsyncGenerator<Event, void, undefined>;

/** Everything that one invocation shares. Sub-agents get a copy with their own `agent` and `branch`. */
export interface InvocationContext {
  readonly invocationId: string;
  readonly appName: string;
  readonly userId: string;
  readonly session: Session;
  readonly sessionService: SessionService;
  readonly agent: Agent;
  readonly branch?: string;
  readonly userContent?: Content;
  readonly runConfig: RunConfig;
  readonly abortSignal?: AbortSignal;
  readonly modelDefaults: ModelDefaults;
  readonly runtime: Runtime;
  readonly runNested: RunNested;
  /** True once something asked the whole invocation to stop. */
  endInvocation: boolean;
  /** Counts one model call; throws `llm_call_limit` beyond `runConfig.maxLlmCalls`. Shared by sub-agents and nested runs. */
  incrementLlmCallCount(): void;
  clone(overrides: { readonly agent?: Agent; readonly branch?: string }): InvocationContext;
}

/** What instruction providers and toolsets may see. */
export interface ReadonlyToolContext {
  readonly invocationContext: InvocationContext;
  readonly userContent: Content | undefined;
  readonly invocationId: string;
  readonly userId: string;
  readonly sessionId: string;
  readonly agentName: string;
}

/** What callbacks and tools get. */
export interface ToolContext extends ReadonlyToolContext {
  readonly state: StateAccess;
  readonly actions: EventActions;
  readonly eventActions: EventActions;
  /** The id of the call being executed; tools only. */
  readonly functionCallId?: string;
  readonly abortSignal?: AbortSignal;
}
