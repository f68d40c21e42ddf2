import { Context } from '../context/context.ts';
import type { Agent } from '../contract/agent.ts';
import type { InvocationContext } from '../contract/context.ts';
import type { Event } from '../contract/event.ts';
import { isAborted, isStopped } from './abort.ts';
import {
  type AfterAgentCallback,
  type BeforeAgentCallback,
  firstAnswer,
  type SingleAgentCallback,
  toList,
} from './callbacks.ts';
import { checkName, checkTree } from './check-agent.ts';
import { eventFactory } from './event-factory.ts';

const BRAND = Symbol.for('catenary.agents.base-agent');

/** What all agents are made from. */
export interface BaseAgentConfig {
  /** An identifier (letters, digits, `_`, `$`, `-`), unique in its tree of agents, and not `user`. */
  readonly name: string;
  /** One line on what the agent is for; other agents decide by it whether to hand over. */
  readonly description?: string;
  /** Agents that this one may hand over to, or that it runs. An agent has one parent. */
  readonly subAgents?: readonly BaseAgent[];
  readonly beforeAgentCallback?: BeforeAgentCallback;
  readonly afterAgentCallback?: AfterAgentCallback;
}

/**
 * What all agents share: a name, a place in a tree, and callbacks around a run. A class of yours says what a run does in
 * `runAsyncImpl`. Throws `invalid_argument` at construction for a name that cannot be, a name twice in the tree, or a
 * sub-agent that has a parent already.
 */
export abstract class BaseAgent implements Agent {
  readonly [BRAND] = true;
  readonly name: string;
  readonly description: string;
  parentAgent?: BaseAgent;
  readonly subAgents: readonly BaseAgent[];
  readonly beforeAgentCallback: readonly SingleAgentCallback[];
  readonly afterAgentCallback: readonly SingleAgentCallback[];

  constructor(config: BaseAgentConfig) {
    checkName(config.name);
    this.name = config.name;
    this.description = config.description ?? '';
    this.subAgents = [...(config.subAgents ?? [])];
    this.beforeAgentCallback = toList(config.beforeAgentCallback);
    this.afterAgentCallback = toList(config.afterAgentCallback);
    checkTree(this);
    for (const subAgent of this.subAgents) {
      subAgent.parentAgent = this;
    }
  }

  /** The agent at the top of this one's tree, which may be itself. */
  get rootAgent(): BaseAgent {
    return this.parentAgent?.rootAgent ?? this;
  }

  /** This agent or the one below it that has the name. */
  findAgent(name: string): BaseAgent | undefined {
    return this.name === name ? this : this.findSubAgent(name);
  }

  /** The agent below this one that has the name. */
  findSubAgent(name: string): BaseAgent | undefined {
    for (const subAgent of this.subAgents) {
      const found = subAgent.findAgent(name);
      if (found !== undefined) {
        return found;
      }
    }
    return undefined;
  }

  /**
   * Runs the agent between its callbacks. Yields, in order: what a before-callback said or set, which ends the run if it
   * said something; the events of the agent; what an after-callback said or set.
   */
  async *runAsync(parentContext: InvocationContext): AsyncGenerator<Event, void, undefined> {
    const context = parentContext.clone({ agent: this });
    const before = await runCallbacks(this.beforeAgentCallback, this.name, context);
    if (isAborted(context)) {
      return;
    }
    if (before !== undefined) {
      yield before;
    }
    if (before?.content !== undefined || isStopped(context)) {
      return;
    }
    yield* this.runAsyncImpl(context);
    if (isStopped(context)) {
      return;
    }
    const after = await runCallbacks(this.afterAgentCallback, this.name, context);
    if (after !== undefined && !isAborted(context)) {
      yield after;
    }
  }

  /** What a run of this agent does. Events without `partial` are stored in the order they are yielded. */
  protected abstract runAsyncImpl(context: InvocationContext): AsyncGenerator<Event, void, undefined>;
}

/** Recognises agents of any copy of this package. */
export function isBaseAgent(value: unknown): value is BaseAgent {
  return typeof value === 'object' && value !== null && BRAND in value;
}

/** What the callbacks said, or, when they said nothing, what they set: state that is set becomes an event of its own. */
async function runCallbacks(
  callbacks: readonly SingleAgentCallback[],
  author: string,
  invocationContext: InvocationContext,
): Promise<Event | undefined> {
  if (callbacks.length === 0) {
    return undefined;
  }
  const context = new Context({ invocationContext });
  const content = await firstAnswer(callbacks, (callback) => callback(context));
  if (content === undefined && !context.state.hasDelta()) {
    return undefined;
  }
  return eventFactory(
    author,
    invocationContext,
  )({
    ...(content === undefined ? {} : { content }),
    actions: context.actions,
  });
}
