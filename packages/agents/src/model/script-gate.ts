/** A point where a scripted model or tool waits until a test lets it go on. */
export interface ScriptGate {
  /** Resolves when someone has arrived. */
  readonly reached: Promise<void>;
  /** Lets everyone pass, now and later. */
  open(): void;
  /** Waits for {@link ScriptGate.open}; rejects with the signal's reason when aborted. */
  wait(signal?: AbortSignal): Promise<void>;
}

/** A closed gate. */
export function createScriptGate(): ScriptGate {
  const opened = createLatch();
  const reached = createLatch();
  return {
    reached: reached.promise,
    open: opened.release,
    async wait(signal) {
      signal?.throwIfAborted();
      reached.release();
      await untilAborted(opened.promise, signal);
    },
  };
}

function createLatch(): { readonly promise: Promise<void>; readonly release: () => void } {
  let release = () => {};
  const promise = new Promise<void>((resolve) => {
    release = resolve;
  });
  return { promise, release };
}

function untilAborted(promise: Promise<void>, signal: AbortSignal | undefined): Promise<void> {
  if (signal === undefined) {
    return promise;
  }
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(signal.reason);
    signal.addEventListener('abort', onAbort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
  });
}
