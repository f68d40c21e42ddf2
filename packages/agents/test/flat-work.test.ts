import { expect, it } from 'vitest';
import { LlmAgent } from '../src/agent/llm-agent.ts';
import type { Event } from '../src/contract/event.ts';
import type { GetSessionRequest, Session } from '../src/contract/session.ts';
import { ScriptedModel, scriptCalls, scriptText } from '../src/model/scripted-model.ts';
import { InMemorySessionService } from '../src/session/in-memory-session-service.ts';
import { FunctionTool } from '../src/tool/function-tool.ts';
import { createTestApp } from './support/run.ts';

const TURNS = 2_000;

/** Counts how many events are read off the sessions that it hands out. */
class CountingService extends InMemorySessionService {
  reads = 0;

  override async getSession(request: GetSessionRequest): Promise<Session | undefined> {
    const session = await super.getSession(request);
    if (session === undefined) return undefined;
    const events = new Proxy<Event[]>(session.events, {
      get: (target, key, receiver) => {
        if (typeof key === 'string' && /^\d+$/.test(key)) this.reads += 1;
        return Reflect.get(target, key, receiver);
      },
    });
    return { ...session, events };
  }
}

it('a chained turn reads and sends as little after two thousand turns as after ten', async () => {
  const turns = Array.from({ length: TURNS }, () => [
    scriptCalls({ id: 'c', name: 'look' }),
    scriptText('ok'),
  ]).flat();
  const model = new ScriptedModel({ turns, interactionsTarget: { id: 't', kind: 'catenary' } });
  const sessionService = new CountingService();
  const look = new FunctionTool({ name: 'look', description: '', execute: () => 'seen' });
  const { ask } = await createTestApp(new LlmAgent({ name: 'me', model, tools: [look] }), { sessionService });
  const reads: number[] = [];
  for (let turn = 0; turn < TURNS; turn += 1) {
    sessionService.reads = 0;
    await ask('next');
    reads.push(sessionService.reads);
  }
  const sizes = model.requests.map(({ contents }) => JSON.stringify(contents).length);
  expect(reads.at(-1)).toBe(reads[10]);
  expect(reads.at(-1)).toBeLessThan(40);
  expect(sizes.slice(-2)).toEqual(sizes.slice(20, 22));
  model.assertDone();
});
