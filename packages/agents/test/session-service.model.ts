import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Session } from '../src/contract/session.ts';
import { createEvent } from '../src/event/create-event.ts';
import { defaultRuntime } from '../src/runtime.ts';
import type { OpenSessionService } from './session-service.contract.ts';

/** One thing that one of two writers does. Each holds the session as it last loaded or wrote it. */
type Step =
  | { readonly type: 'load'; readonly writer: 0 | 1 }
  | {
      readonly type: 'append';
      readonly writer: 0 | 1;
      readonly delta: Record<string, number>;
      readonly interactionId: string | undefined;
      readonly author: string;
      readonly branch: string | undefined;
    };

const writer = fc.constantFrom<0 | 1>(0, 1);
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ type: fc.constant('load' as const), writer }),
  fc.record({
    type: fc.constant('append' as const),
    writer,
    delta: fc.dictionary(fc.constantFrom('a', 'app:a', 'user:a', 'temp:a', '__proto__'), fc.nat(9), {
      maxKeys: 3,
    }),
    interactionId: fc.option(fc.constantFrom('1', '2', '3'), { nil: undefined }),
    author: fc.constantFrom('x', 'y'),
    branch: fc.option(fc.constantFrom('p', 'p.q'), { nil: undefined }),
  }),
);

/** What a store must hold, told in the plainest way. */
class Reference {
  readonly events: string[] = [];
  readonly state = new Map<string, number>();
  readonly heads = new Map<string, string>();
  readonly seen: [number, number] = [0, 0];

  /** Whether the writer may append; what it appends is then here, too. */
  append(id: string, { author, branch, delta, interactionId, writer }: Step & { type: 'append' }): boolean {
    if (this.seen[writer] !== this.events.length) {
      return false;
    }
    this.seen[writer] = this.events.push(id);
    for (const [key, value] of Object.entries(delta)) {
      if (!key.startsWith('temp:')) {
        this.state.set(key, value);
      }
    }
    if (interactionId !== undefined) {
      const key = `${author} ${branch}`;
      this.heads.delete(key);
      this.heads.set(key, interactionId);
    }
    return true;
  }
}

/** Any history of two writers leaves in the service what it leaves in a plain reference. */
export function sessionServiceModel(name: string, open: OpenSessionService): void {
  describe(`${name}, under two writers`, () => {
    it('holds what the writers were allowed to write, and nothing else', async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
          const service = await open(defaultRuntime);
          const key = { appName: 'app', userId: 'mia', sessionId: 's' };
          const load = async (): Promise<Session> =>
            (await service.getSession(key)) ?? expect.fail('no session');
          const held: [Session, Session] = [await service.createSession(key), await load()];
          const reference = new Reference();
          for (const [index, one] of steps.entries()) {
            if (one.type === 'load') {
              held[one.writer] = await load();
              reference.seen[one.writer] = reference.events.length;
              continue;
            }
            const id = `event ${index}`;
            const appended = service.appendEvent({ session: held[one.writer], event: toEvent(id, one) });
            if (reference.append(id, one)) {
              await appended;
            } else {
              await expect(appended).rejects.toMatchObject({ code: 'stale_session' });
            }
          }
          const stored = await load();
          expect(stored.events.map(({ id }) => id)).toEqual(reference.events);
          expect(new Map(Object.entries(stored.state))).toEqual(reference.state);
          expect(stored.heads.map(({ interactionId }) => interactionId)).toEqual([
            ...reference.heads.values(),
          ]);
        }),
      );
    });
  });
}

function toEvent(id: string, { author, branch, delta, interactionId }: Step & { type: 'append' }) {
  return createEvent({
    id,
    author,
    actions: { stateDelta: delta },
    ...(branch === undefined ? {} : { branch }),
    ...(interactionId === undefined
      ? {}
      : { interactionId, chain: { target: 'here', seenThroughEventId: id, oldestAtMs: 0 } }),
  });
}
