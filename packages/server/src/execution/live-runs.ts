import type { Clock } from '../clock.ts';
import { ServerError } from '../error.ts';

/** A run of this process that is not over. */
export interface LiveRun {
  /** Aborts with a `ServerError`: `cancelled`, `deadline_exceeded`, or `service_unavailable` when the server stops. */
  readonly signal: AbortSignal;
  abort(reason: unknown): void;
  /** Resolves with the next commit, or when the run is over. */
  nextCommit(): Promise<void>;
  /** Tells everyone who waits that something was committed. */
  committed(): void;
  /** Ends the run; also a commit for those who wait. */
  close(): void;
  /** Resolves when the run is over. */
  readonly closed: Promise<void>;
}

export interface LiveRunsOptions {
  readonly clock: Clock;
  /** A run that takes longer fails with `deadline_exceeded`. */
  readonly runTimeoutMs: number;
}

/** The runs of this process: who may be followed, cancelled, waited for. */
export class LiveRuns {
  readonly #options: LiveRunsOptions;
  readonly #open = new Set<LiveRun>();
  readonly #byId = new Map<string, LiveRun>();
  #onIdle: (() => void)[] = [];

  constructor(options: LiveRunsOptions) {
    this.#options = options;
  }

  /** Begins a run; without an id nobody can find it, and it still ends with the server. */
  open(id?: string): LiveRun {
    const run = createLiveRun(this.#options, () => {
      this.#open.delete(run);
      if (id !== undefined) {
        this.#byId.delete(id);
      }
      if (this.#open.size === 0) {
        for (const resolve of this.#onIdle.splice(0)) {
          resolve();
        }
      }
    });
    this.#open.add(run);
    if (id !== undefined) {
      this.#byId.set(id, run);
    }
    return run;
  }

  find(id: string): LiveRun | undefined {
    return this.#byId.get(id);
  }

  /** Resolves when no run is open. */
  async idle(): Promise<void> {
    if (this.#open.size > 0) {
      await new Promise<void>((resolve) => {
        this.#onIdle.push(resolve);
      });
    }
  }

  abortAll(reason: unknown): void {
    for (const run of this.#open) {
      run.abort(reason);
    }
  }
}

function createLiveRun({ clock, runTimeoutMs }: LiveRunsOptions, onClose: () => void): LiveRun {
  const controller = new AbortController();
  let waiting: (() => void)[] = [];
  const committed = () => {
    const resolvers = waiting;
    waiting = [];
    for (const resolve of resolvers) {
      resolve();
    }
  };
  const stopTimer = clock.after(runTimeoutMs, () => {
    controller.abort(
      new ServerError({
        code: 'deadline_exceeded',
        message: `The interaction did not end within ${runTimeoutMs / 1000} seconds.`,
      }),
    );
  });
  let resolveClosed = () => {};
  const closed = new Promise<void>((resolve) => {
    resolveClosed = resolve;
  });
  return {
    closed,
    signal: controller.signal,
    abort: (reason) => controller.abort(reason),
    nextCommit: () =>
      new Promise((resolve) => {
        waiting.push(resolve);
      }),
    committed,
    close: () => {
      stopTimer();
      onClose();
      committed();
      resolveClosed();
    },
  };
}
