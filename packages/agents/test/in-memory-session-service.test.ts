import { describe, expect, it } from 'vitest';
import { createEvent } from '../src/event/create-event.ts';
import { InMemorySessionService } from '../src/session/in-memory-session-service.ts';
import { sessionServiceContract } from './session-service.contract.ts';
import { sessionServiceModel } from './session-service.model.ts';

const open: Parameters<typeof sessionServiceContract>[1] = (runtime) =>
  new InMemorySessionService({ runtime });

sessionServiceContract('InMemorySessionService', open);
sessionServiceModel('InMemorySessionService', open);

describe('InMemorySessionService', () => {
  it('shares stored events with every reader, frozen, so that a long session costs no more to load', async () => {
    const service = new InMemorySessionService();
    const session = await service.createSession({ appName: 'app', userId: 'mia', sessionId: 's' });
    const stored = await service.appendEvent({ session, event: createEvent({ author: 'user' }) });
    const loaded = await service.getSession({ appName: 'app', userId: 'mia', sessionId: 's' });
    expect(loaded?.events[0]).toBe(stored);
    expect(() => Object.assign(stored.actions, { escalate: true })).toThrow(TypeError);
  });
});
