import type { Content } from '@google/genai';
import type { Agent } from '../contract/agent.ts';
import type { InvocationContext as InvocationContextShape, RunNested } from '../contract/context.ts';
import type { ModelDefaults } from '../contract/model.ts';
import type { RunConfig } from '../contract/run-config.ts';
import type { Runtime } from '../contract/runtime.ts';
import type { Session, SessionService } from '../contract/session.ts';
import { AgentsError } from '../error.ts';
import { defaultRuntime } from '../runtime.ts';
import { DEFAULT_MAX_LLM_CALLS, type LlmCallCount } from './llm-call-count.ts';

/** What an `InvocationContext` is made from. */
export interface InvocationContextParams {
  readonly invocationId: string;
  readonly session: Session;
  readonly sessionService: SessionService;
  readonly agent: Agent;
  readonly runNested: RunNested;
  readonly branch?: string;
  readonly userContent?: Content;
  readonly runConfig?: RunConfig;
  readonly abortSignal?: AbortSignal;
  readonly modelDefaults?: ModelDefaults;
  readonly runtime?: Runtime;
  /** Shared with the invocation that this one runs inside of; default: a count of its own. */
  readonly llmCalls?: LlmCallCount;
}

/** What the contexts of one invocation share, whichever agent is running. */
interface Shared {
  endInvocation: boolean;
}

/** Everything that one invocation shares; sub-agents run in clones of it. */
export class InvocationContext implements InvocationContextShape {
  readonly invocationId: string;
  readonly session: Session;
  readonly sessionService: SessionService;
  readonly agent: Agent;
  readonly runNested: RunNested;
  readonly branch?: string;
  readonly userContent?: Content;
  readonly runConfig: RunConfig;
  readonly abortSignal?: AbortSignal;
  readonly modelDefaults: ModelDefaults;
  readonly runtime: Runtime;
  readonly #params: InvocationContextParams;
  readonly #llmCalls: LlmCallCount;
  readonly #shared: Shared;

  constructor(params: InvocationContextParams, shared: Shared = { endInvocation: false }) {
    this.#llmCalls = params.llmCalls ?? { used: 0 };
    this.#params = { ...params, llmCalls: this.#llmCalls };
    this.#shared = shared;
    this.invocationId = params.invocationId;
    this.session = params.session;
    this.sessionService = params.sessionService;
    this.agent = params.agent;
    this.runNested = params.runNested;
    this.runConfig = params.runConfig ?? {};
    this.modelDefaults = params.modelDefaults ?? {};
    this.runtime = params.runtime ?? defaultRuntime;
    if (params.branch !== undefined) {
      this.branch = params.branch;
    }
    if (params.userContent !== undefined) {
      this.userContent = params.userContent;
    }
    if (params.abortSignal !== undefined) {
      this.abortSignal = params.abortSignal;
    }
  }

  get appName(): string {
    return this.session.appName;
  }

  get userId(): string {
    return this.session.userId;
  }

  get endInvocation(): boolean {
    return this.#shared.endInvocation;
  }

  set endInvocation(value: boolean) {
    this.#shared.endInvocation = value;
  }

  incrementLlmCallCount(): void {
    const limit = this.runConfig.maxLlmCalls ?? DEFAULT_MAX_LLM_CALLS;
    if (limit > 0 && this.#llmCalls.used >= limit) {
      throw new AgentsError({
        code: 'llm_call_limit',
        message: `The invocation has used its ${limit} model calls.`,
        hint: 'Raise runConfig.maxLlmCalls, or look why the agent does not come to an end.',
      });
    }
    this.#llmCalls.used += 1;
  }

  clone(overrides: { readonly agent?: Agent; readonly branch?: string }): InvocationContext {
    return new InvocationContext({ ...this.#params, ...overrides }, this.#shared);
  }
}
