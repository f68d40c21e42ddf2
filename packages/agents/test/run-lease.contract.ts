import { describe, expect, it } from 'vitest';
import type { AcquireRunRequest } from '../src/contract/session.ts';
import { defaultRuntime } from '../src/runtime.ts';
import type { OpenSessionService } from './session-service.contract.ts';

/** What every session service promises about the one run a session may have at a time. */
export function runLeaseContract(open: OpenSessionService): void {
  describe('the lease of a run', () => {
    const start = async () => {
      const service = await open(defaultRuntime);
      const key = { appName: 'app', userId: 'mia', sessionId: 's' };
      await service.createSession(key);
      const started: string[] = [];
      const acquire = async (invocationId: string, rest: Partial<AcquireRunRequest> = {}) => {
        const lease = await service.acquireRun({ ...key, invocationId, ...rest });
        started.push(invocationId);
        return lease;
      };
      return { service, acquire, started };
    };

    it('is had by one, and by the others in the order they came', async () => {
      const { acquire, started } = await start();
      const first = await acquire('1');
      const second = acquire('2');
      const third = acquire('3');
      await first.release();
      await (await second).release();
      await (await third).release();
      expect(started).toEqual(['1', '2', '3']);
    });

    it('is not had before the one in front has released it', async () => {
      const { acquire, started } = await start();
      const first = await acquire('1');
      const second = acquire('2');
      await Promise.resolve();
      expect(started).toEqual(['1']);
      await first.release();
      await (await second).release();
    });

    it('is refused at once to one that would not wait', async () => {
      const { acquire } = await start();
      const first = await acquire('1');
      await expect(acquire('2', { whenBusy: 'fail' })).rejects.toMatchObject({
        code: 'session_busy',
        retryable: true,
      });
      await first.release();
      await (await acquire('3', { whenBusy: 'fail' })).release();
    });

    it('is another for each session', async () => {
      const { acquire, started } = await start();
      await acquire('1');
      await acquire('2', { sessionId: 'other' });
      expect(started).toEqual(['1', '2']);
    });

    it('is not waited for after an abort, and goes to the next', async () => {
      const { acquire, started } = await start();
      const first = await acquire('1');
      const controller = new AbortController();
      const second = acquire('2', { signal: controller.signal });
      const third = acquire('3');
      controller.abort(new Error('enough'));
      await expect(second).rejects.toThrow('enough');
      await first.release();
      await (await third).release();
      expect(started).toEqual(['1', '3']);
    });

    it('is not given to one that was aborted before', async () => {
      const { acquire } = await start();
      await expect(acquire('1', { signal: AbortSignal.abort(new Error('enough')) })).rejects.toThrow(
        'enough',
      );
      await (await acquire('2', { whenBusy: 'fail' })).release();
    });

    it('stays with its owner when the signal aborts later', async () => {
      const { acquire } = await start();
      const controller = new AbortController();
      const first = await acquire('1', { signal: controller.signal });
      controller.abort();
      await expect(acquire('2', { whenBusy: 'fail' })).rejects.toMatchObject({ code: 'session_busy' });
      await first.release();
    });

    it('is released once, however often that is said', async () => {
      const { acquire, started } = await start();
      const first = await acquire('1');
      const second = acquire('2');
      await first.release();
      await first.release();
      await second;
      await expect(acquire('3', { whenBusy: 'fail' })).rejects.toMatchObject({ code: 'session_busy' });
      expect(started).toEqual(['1', '2']);
    });
  });
}
