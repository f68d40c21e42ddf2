import type { Agent } from '../../src/contract/agent.ts';
import type { Event } from '../../src/contract/event.ts';
import type { Logger } from '../../src/contract/runtime.ts';
import type { SessionService } from '../../src/contract/session.ts';
import type { RunRequest } from '../../src/runner/run-request.ts';
import { Runner, type RunnerConfig } from '../../src/runner/runner.ts';
import { InMemorySessionService } from '../../src/session/in-memory-session-service.ts';

const KEY = { appName: 'app', userId: 'user-1', sessionId: 'session-1' } as const;

export interface TestApp {
  readonly runner: Runner;
  readonly sessionService: SessionService;
  readonly warnings: unknown[][];
  /** One turn: all events that the run yields. */
  ask(text: string, more?: Partial<RunRequest>): Promise<Event[]>;
  /** The stored events of the session. */
  events(): Promise<Event[]>;
  state(): Promise<Record<string, unknown>>;
}

/** A runner with one session, a clock that counts and ids that count. */
export async function createTestApp(
  agent: Agent,
  more: Partial<RunnerConfig> & { readonly state?: Record<string, unknown> } = {},
): Promise<TestApp> {
  const sessionService = more.sessionService ?? new InMemorySessionService();
  await sessionService.createSession({ ...KEY, ...(more.state === undefined ? {} : { state: more.state }) });
  const warnings: unknown[][] = [];
  const log = (...values: unknown[]) => void warnings.push(values);
  const logger: Logger = { debug: () => {}, info: () => {}, warn: log, error: log };
  let tick = 0;
  const runtime = { now: () => 1_000 + tick++, newId: () => `id-${++tick}`, logger, ...more.runtime };
  const runner = new Runner({ appName: KEY.appName, agent, ...more, sessionService, runtime });
  const load = async () => {
    const session = await sessionService.getSession(KEY);
    if (session === undefined) throw new Error('The session is gone.');
    return session;
  };
  return {
    runner,
    sessionService,
    warnings,
    ask: (text, request = {}) => collect(runner.runAsync({ ...KEY, newMessage: userText(text), ...request })),
    events: async () => (await load()).events,
    state: async () => (await load()).state,
  };
}

export function userText(text: string) {
  return { role: 'user', parts: [{ text }] };
}

export async function collect<T>(source: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = [];
  for await (const item of source) list.push(item);
  return list;
}

/** Events in short: author, then what it says. */
export function brief(events: readonly Event[]): string[] {
  return events.map((event) => {
    const parts = (event.content?.parts ?? []).map(({ text, functionCall, functionResponse }) => {
      if (functionCall !== undefined)
        return `${functionCall.name}(${JSON.stringify(functionCall.args ?? {})})`;
      if (functionResponse === undefined) return text ?? '[media]';
      return `${functionResponse.name}=${JSON.stringify(functionResponse.response)}`;
    });
    const marks = [
      event.partial === true ? ' ~' : '',
      event.errorCode === undefined ? '' : ` !${event.errorCode}`,
    ];
    return `${event.author}${marks.join('')}: ${parts.join(' | ')}`;
  });
}
