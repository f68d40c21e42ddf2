import type { AcquireRunRequest, RunLease } from '../contract/session.ts';
import { AgentsError } from '../error.ts';

interface Waiter {
  readonly start: (lease: RunLease) => void;
}

/** Lets one invocation at a time run on each session of this process; the others wait in the order they came. */
export class RunQueue {
  readonly #running = new Map<string, Waiter[]>();

  /** Rejects with `session_busy` where the request does not wait, and with the signal's reason once aborted. */
  acquire(request: AcquireRunRequest): Promise<RunLease> {
    const { signal } = request;
    if (signal?.aborted === true) {
      return Promise.reject(signal.reason);
    }
    const key = JSON.stringify([request.appName, request.userId, request.sessionId]);
    const waiters = this.#running.get(key);
    if (waiters === undefined) {
      this.#running.set(key, []);
      return Promise.resolve(this.#leaseOf(key));
    }
    if (request.whenBusy === 'fail') {
      return Promise.reject(
        new AgentsError({
          code: 'session_busy',
          message: `Session "${request.sessionId}" has a running invocation.`,
          hint: "Wait for it to end, or leave runConfig.whenBusy at 'wait' to queue behind it.",
          retryable: true,
        }),
      );
    }
    return new Promise((resolve, reject) => {
      const abandon = () => {
        waiters.splice(waiters.indexOf(waiter), 1);
        reject(signal?.reason);
      };
      const waiter: Waiter = {
        start: (lease) => {
          signal?.removeEventListener('abort', abandon);
          resolve(lease);
        },
      };
      waiters.push(waiter);
      signal?.addEventListener('abort', abandon, { once: true });
    });
  }

  #leaseOf(key: string): RunLease {
    let isReleased = false;
    return {
      release: async () => {
        if (isReleased) {
          return;
        }
        isReleased = true;
        const next = this.#running.get(key)?.shift();
        if (next === undefined) {
          this.#running.delete(key);
        } else {
          next.start(this.#leaseOf(key));
        }
      },
    };
  }
}
