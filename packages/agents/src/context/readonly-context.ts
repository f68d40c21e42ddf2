import type { Content } from '@google/genai';
import type { InvocationContext, ReadonlyToolContext } from '../contract/context.ts';
import { State } from '../session/state.ts';

const NOTHING_SET = Object.freeze({});

/** What instruction providers and toolsets may see of a run. */
export class ReadonlyContext implements ReadonlyToolContext {
  readonly invocationContext: InvocationContext;

  constructor(invocationContext: InvocationContext) {
    this.invocationContext = invocationContext;
  }

  get userContent(): Content | undefined {
    return this.invocationContext.userContent;
  }

  get invocationId(): string {
    return this.invocationContext.invocationId;
  }

  get userId(): string {
    return this.invocationContext.userId;
  }

  get sessionId(): string {
    return this.invocationContext.session.id;
  }

  get agentName(): string {
    return this.invocationContext.agent.name;
  }

  /** For reading: setting throws, because no event would carry it. */
  get state(): Readonly<State> {
    return new State(this.invocationContext.session.state, NOTHING_SET);
  }
}
