import { describe, expect, it } from 'vitest';
import type { Event } from '../src/contract/event.ts';
import type { Runtime } from '../src/contract/runtime.ts';
import type { Session, SessionService } from '../src/contract/session.ts';
import { createEvent } from '../src/event/create-event.ts';
import { defaultRuntime } from '../src/runtime.ts';
import { rebuildHeads } from '../src/session/chain-head.ts';
import { runLeaseContract } from './run-lease.contract.ts';

/** Opens a service with no sessions in it. */
export type OpenSessionService = (runtime: Runtime) => SessionService | Promise<SessionService>;

const who = { appName: 'app', userId: 'mia' };
const refused = (code: string) => expect.objectContaining({ code });
const say = (text: string, rest: Partial<Event> = {}): Event =>
  createEvent({ author: 'user', invocationId: 'i', content: { role: 'user', parts: [{ text }] }, ...rest });
const set = (stateDelta: Record<string, unknown>): Event =>
  createEvent({ author: 'agent', actions: { stateDelta } });
const answer = (interactionId: string, rest: Partial<Event> = {}): Event =>
  createEvent({
    author: 'agent',
    interactionId,
    chain: { target: 'here', seenThroughEventId: 'e', oldestAtMs: 1 },
    ...rest,
  });

/** What every session service promises. */
export function sessionServiceContract(name: string, open: OpenSessionService): void {
  describe(`${name}, as a session service`, () => {
    const start = async (state?: Record<string, unknown>) => {
      const service = await open(defaultRuntime);
      const session = await service.createSession({ ...who, ...(state === undefined ? {} : { state }) });
      const reload = async (): Promise<Session> => {
        const loaded = await service.getSession({ ...who, sessionId: session.id });
        return loaded ?? expect.fail('the session is gone');
      };
      const append = (event: Event, to = session) => service.appendEvent({ session: to, event });
      return { service, session, reload, append };
    };

    describe('creating', () => {
      it('makes an empty session under an id of its own', async () => {
        const { service, session } = await start();
        const other = await service.createSession(who);
        expect(session).toMatchObject({ ...who, state: {}, events: [], heads: [] });
        expect(session.id).not.toBe(other.id);
      });

      it('takes the id it is given, and refuses it a second time', async () => {
        const { service } = await start();
        expect(await service.createSession({ ...who, sessionId: ' s ' })).toMatchObject({ id: ' s ' });
        await expect(service.createSession({ ...who, sessionId: ' s ' })).rejects.toThrow(
          refused('session_exists'),
        );
      });

      it('keeps ids of users and apps apart', async () => {
        const { service } = await start();
        await service.createSession({ ...who, sessionId: 's' });
        await service.createSession({ ...who, userId: 'ben', sessionId: 's' });
        await service.createSession({ ...who, appName: 'other', sessionId: 's' });
        expect(await service.getSession({ ...who, userId: 'eve', sessionId: 's' })).toBeUndefined();
      });

      it('is not confused by keys that look like two', async () => {
        const { service } = await start();
        await service.createSession({ appName: 'a/b', userId: 'c', sessionId: 'd' });
        expect(await service.getSession({ appName: 'a', userId: 'b/c', sessionId: 'd' })).toBeUndefined();
      });

      it('gets what is there, or makes it', async () => {
        const { service, session } = await start({ a: 1 });
        const request = { ...who, sessionId: session.id, state: { a: 2 } };
        expect(await service.getOrCreateSession(request)).toMatchObject({ state: { a: 1 } });
        expect(await service.getOrCreateSession({ ...request, sessionId: 'new' })).toMatchObject({
          id: 'new',
          state: { a: 2 },
        });
        expect((await service.getOrCreateSession(who)).id).not.toBe(session.id);
      });

      it('makes one session for two that ask at the same time', async () => {
        const { service } = await start();
        const both = await Promise.all(
          [1, 2].map(() => service.getOrCreateSession({ ...who, sessionId: 's' })),
        );
        expect(both.map(({ id }) => id)).toEqual(['s', 's']);
      });
    });

    describe('appending', () => {
      it('adds to the store and to the session in hand', async () => {
        const { session, append, reload } = await start();
        const first = await append(say('one'));
        const second = await append(say('two'));
        expect((await reload()).events).toEqual([first, second]);
        expect(session).toEqual(await reload());
      });

      it('leaves pieces of an answer alone', async () => {
        const { append, reload } = await start();
        const piece = say('o', { partial: true });
        expect(await append(piece)).toBe(piece);
        expect((await reload()).events).toEqual([]);
      });

      it('refuses a writer that another one has overtaken, and changes nothing', async () => {
        const { append, reload } = await start();
        const late = await reload();
        await append(say('one'));
        const before = structuredClone(late);
        const overtaken = append(
          answer('i', { actions: { stateDelta: { 'app:a': 1 }, artifactDelta: {} } }),
          late,
        );
        await expect(overtaken).rejects.toThrow(refused('stale_session'));
        await expect(overtaken).rejects.toMatchObject({ retryable: true, hint: expect.any(String) });
        expect(late).toEqual(before);
        expect(await reload()).toMatchObject({ state: {}, heads: [], events: [{ author: 'user' }] });
      });

      it('lets one of two writers win who append at the same time', async () => {
        const { append, reload } = await start();
        const writers = await Promise.all([reload(), reload()]);
        const outcomes = await Promise.allSettled(writers.map((writer) => append(say('mine'), writer)));
        expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
        expect((await reload()).events).toHaveLength(1);
      });

      it('lets a writer go on that has loaded the session again', async () => {
        const { append, reload } = await start();
        await append(say('one'));
        await append(say('two'), await reload());
        expect((await reload()).events).toHaveLength(2);
      });

      it('refuses a session that was deleted', async () => {
        const { service, session, append } = await start();
        await service.deleteSession({ ...who, sessionId: session.id });
        await expect(append(say('one'))).rejects.toThrow(refused('session_not_found'));
      });

      it('refuses an event that holds itself', async () => {
        const { append, reload } = await start();
        const loop: Record<string, unknown> = {};
        loop.self = loop;
        await expect(append(set({ loop }))).rejects.toThrow(refused('invalid_argument'));
        expect((await reload()).events).toEqual([]);
      });

      it('keeps bytes as they are', async () => {
        const { append, reload } = await start();
        const inlineData = { data: 'AAH/', mimeType: 'application/pdf' };
        await append(say('', { content: { role: 'user', parts: [{ inlineData }] } }));
        expect((await reload()).events[0]?.content?.parts).toEqual([{ inlineData }]);
      });
    });

    describe('state', () => {
      it('is shared by scope: an app’s by all, a user’s by the user’s sessions, the rest by none', async () => {
        const { service, append } = await start({ 'app:a': 1, 'user:b': 1, c: 1 });
        await append(set({ 'app:a': 2, 'user:b': 2, c: 2 }));
        const stateOf = async (key: Partial<typeof who>) =>
          (await service.createSession({ ...who, ...key })).state;
        expect(await stateOf({})).toEqual({ 'app:a': 2, 'user:b': 2 });
        expect(await stateOf({ userId: 'ben' })).toEqual({ 'app:a': 2 });
        expect(await stateOf({ appName: 'other' })).toEqual({});
      });

      it('of one invocation is in hand, and never stored', async () => {
        const { session, append, reload } = await start({ 'temp:a': 1 });
        const stored = await append(set({ 'temp:b': 2, c: 3 }));
        expect(session.state).toEqual({ 'temp:b': 2, c: 3 });
        expect(stored.actions.stateDelta).toEqual({ c: 3 });
        expect((await reload()).state).toEqual({ c: 3 });
      });

      it('holds a key named __proto__ like any other', async () => {
        const { session, append, reload } = await start();
        await append(set(JSON.parse('{"__proto__": {"isAdmin": true}}')));
        for (const { state } of [session, await reload()]) {
          expect([Object.keys(state), state.isAdmin]).toEqual([['__proto__'], undefined]);
        }
      });

      it('keeps null and nested values', async () => {
        const { append, reload } = await start();
        await append(set({ a: null, b: [{ c: [] }], d: '', e: 0, f: false }));
        expect((await reload()).state).toEqual({ a: null, b: [{ c: [] }], d: '', e: 0, f: false });
      });
    });

    describe('what programs do to what they are given', () => {
      it('does not reach the store through the state', async () => {
        const given = { list: [1] };
        const { session, append, reload } = await start({ a: given });
        given.list.push(2);
        Object.assign(session.state, { b: 1 });
        (session.state.a as typeof given).list.push(3);
        const later = { list: [1] };
        await append(set({ c: later }));
        later.list.push(2);
        expect((await reload()).state).toEqual({ a: { list: [1] }, c: { list: [1] } });
      });

      it('does not reach the store through the events', async () => {
        const { session, append, reload } = await start();
        const event = say('one');
        await append(event);
        event.content = { role: 'user', parts: [] };
        session.events.length = 0;
        const reader = await reload();
        expect(reader.events[0]?.content?.parts).toEqual([{ text: 'one' }]);
        reader.events.length = 0;
        expect((await reload()).events).toHaveLength(1);
      });

      it('does not reach the store through the heads', async () => {
        const { append, reload } = await start();
        await append(answer('i'));
        (await reload()).heads.length = 0;
        expect((await reload()).heads).toHaveLength(1);
      });
    });

    describe('heads of chains', () => {
      it('are kept one for each agent and branch, and can be rebuilt from the events', async () => {
        const { session, append, reload } = await start();
        await append(answer('1'));
        await append(answer('2', { branch: 'a', environmentId: 'env' }));
        await append(answer('3', { author: 'other' }));
        await append(answer('4'));
        const { heads, events } = await reload();
        expect(heads.map(({ interactionId }) => interactionId)).toEqual(['2', '3', '4']);
        expect(heads).toEqual(rebuildHeads(events));
        expect(session.heads).toEqual(heads);
      });

      it('come from no answer that must not be continued', async () => {
        const { append, reload } = await start();
        await append(createEvent({ author: 'agent', interactionId: '1', errorCode: 'FAILED' }));
        expect((await reload()).heads).toEqual([]);
      });

      it('are all there, however few events are loaded', async () => {
        const { service, session, append } = await start();
        await append(answer('1'));
        await append(say('two'));
        const config = { numRecentEvents: 1 };
        const loaded = await service.getSession({ ...who, sessionId: session.id, config });
        expect(loaded?.heads).toHaveLength(1);
      });
    });

    describe('loading', () => {
      it.each([
        [{ numRecentEvents: 2 }, ['2', '3']],
        [{ numRecentEvents: 9 }, ['1', '2', '3']],
        [{ numRecentEvents: 0 }, []],
        [{ afterTimestamp: 20 }, ['3']],
        [{ numRecentEvents: 2, afterTimestamp: 10 }, ['2', '3']],
      ])('the part that %j says, and still a session to append to', async (config, ids) => {
        const { service, session, append, reload } = await start();
        for (const id of ['1', '2', '3']) {
          await append(say(id, { id, timestamp: Number(id) * 10 }));
        }
        const loaded = await service.getSession({ ...who, sessionId: session.id, config });
        expect(loaded?.events.map(({ id }) => id)).toEqual(ids);
        await service.appendEvent({ session: loaded ?? session, event: say('4') });
        expect((await reload()).events).toHaveLength(4);
      });

      it('finds nothing under an unknown id', async () => {
        const { service } = await start();
        expect(await service.getSession({ ...who, sessionId: 'none' })).toBeUndefined();
      });
    });

    describe('listing', () => {
      const startFive = async () => {
        let nowMs = 0;
        const service = await open({ ...defaultRuntime, now: () => (nowMs += 10) });
        for (const sessionId of ['1', '2', '3', '4', '5']) {
          const userId = sessionId === '5' ? 'ben' : 'mia';
          const session = await service.createSession({ ...who, userId, sessionId });
          await service.appendEvent({ session, event: say('hi', { timestamp: nowMs }) });
        }
        const list = async (request: Partial<Parameters<SessionService['listSessions']>[0]>) => {
          const { sessions, ...page } = await service.listSessions({ ...who, ...request });
          return { ids: sessions.map(({ id }) => id), sessions, ...page };
        };
        return { service, list };
      };

      it('gives a user’s sessions, newest first, without events', async () => {
        const { list } = await startFive();
        const { ids, sessions } = await list({});
        expect(ids).toEqual(['4', '3', '2', '1']);
        expect(sessions.every(({ events }) => events.length === 0)).toBe(true);
      });

      it('gives those of all users where none is named', async () => {
        const { service } = await startFive();
        expect(await service.listSessions({ appName: 'app' })).toMatchObject({ totalItems: 5 });
      });

      it('gives pages', async () => {
        const { list } = await startFive();
        expect(await list({ limit: 3, order: 'asc' })).toMatchObject({
          ids: ['1', '2', '3'],
          page: 1,
          limit: 3,
          totalItems: 4,
          totalPages: 2,
        });
        expect((await list({ limit: 3, page: 2, order: 'asc' })).ids).toEqual(['4']);
        expect((await list({ limit: 2, offset: 1, order: 'asc' })).ids).toEqual(['2', '3']);
        expect((await list({ limit: 3, page: 3 })).ids).toEqual([]);
      });

      it('puts a session first that was written to last', async () => {
        const { service, list } = await startFive();
        const session = await service.getOrCreateSession({ ...who, sessionId: '2' });
        await service.appendEvent({ session, event: say('again', { timestamp: 1000 }) });
        expect((await list({})).ids).toEqual(['2', '4', '3', '1']);
      });

      it('refuses odd numbers', async () => {
        const { list } = await startFive();
        await expect(list({ limit: 0 })).rejects.toThrow(refused('invalid_argument'));
      });
    });

    describe('deleting', () => {
      it('takes the session, and leaves what it shared with others', async () => {
        const { service, session } = await start({ 'app:a': 1, 'user:b': 1, c: 1 });
        await service.deleteSession({ ...who, sessionId: session.id });
        expect(await service.getSession({ ...who, sessionId: session.id })).toBeUndefined();
        const again = await service.createSession({ ...who, sessionId: session.id });
        expect(again).toMatchObject({ state: { 'app:a': 1, 'user:b': 1 }, events: [], heads: [] });
      });

      it('of what is not there is no error', async () => {
        const { service } = await start();
        await service.deleteSession({ ...who, sessionId: 'none' });
      });
    });

    runLeaseContract(open);
  });
}
