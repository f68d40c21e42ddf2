import type { InvocationContext } from './context.ts';
import type { Event } from './event.ts';

/** What runs inside an invocation: a model with instructions and tools, or an arrangement of such. */
export interface Agent {
  readonly name: string;
  readonly description: string;
  readonly parentAgent?: Agent | undefined;
  readonly subAgents: readonly Agent[];
  readonly rootAgent: Agent;
  /** Yields events in order; those without `partial` are for the session. The runner stores them. */
  runAsync(context: InvocationContext): AsyncGenerator<Event, void, undefined>;
  findAgent(name: string): Agent | undefined;
}
