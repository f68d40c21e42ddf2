import { Context } from '../../src/context/context.ts';
import { InvocationContext, type InvocationContextParams } from '../../src/context/invocation-context.ts';
import type { Agent } from '../../src/contract/agent.ts';
import type { Event } from '../../src/contract/event.ts';
import { InMemorySessionService } from '../../src/session/in-memory-session-service.ts';
import { createSession } from '../../src/session/session.ts';

/** An agent that yields the events it is given. */
export function fakeAgent(name = 'agent', events: readonly Event[] = []): Agent {
  const agent: Agent = {
    name,
    description: `What ${name} does.`,
    subAgents: [],
    get rootAgent() {
      return agent;
    },
    findAgent: (wanted) => (wanted === name ? agent : undefined),
    async *runAsync() {
      yield* events;
    },
  };
  return agent;
}

export interface FakeContextOptions extends Partial<InvocationContextParams> {
  readonly state?: Record<string, unknown>;
}

export function fakeInvocation({ state = {}, ...params }: FakeContextOptions = {}): InvocationContext {
  return new InvocationContext({
    invocationId: 'invocation',
    session: createSession({ id: 'session', appName: 'app', userId: 'mia', state }),
    sessionService: new InMemorySessionService(),
    agent: fakeAgent(),
    runNested: () => {
      throw new Error('Nothing runs nested here.');
    },
    ...params,
  });
}

/** What a tool gets, outside of a run. */
export function fakeContext(options: FakeContextOptions = {}): Context {
  return new Context({ invocationContext: fakeInvocation(options), functionCallId: 'call' });
}
