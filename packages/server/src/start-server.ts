import { loadBackend } from './backend/load-backend.ts';
import { createModelResolver } from './backend/resolve.ts';
import type { Clock } from './clock.ts';
import { type Config, type ServerOptions, toConfig } from './config.ts';
import { ServerError } from './error.ts';
import { LiveRuns } from './execution/live-runs.ts';
import { openSearch } from './execution/open-search.ts';
import { createApp } from './http/create-app.ts';
import { type Listener, listen } from './http/listen.ts';
import { HistoryCache } from './interaction/history-cache.ts';
import { createInteractionService } from './interaction/interaction-service.ts';
import { openStore } from './store/open-store.ts';
import type { Store } from './store/store.ts';

/** A server that listens. */
export interface RunningServer {
  /** Base URL without a slash at its end, as `http://127.0.0.1:8080`. */
  readonly url: string;
  readonly port: number;
  /** The name of the backend that answers. */
  readonly backend: string;
  /** The name of the store. */
  readonly store: string;
  /**
   * Takes no more requests, lets runs end within the grace period, ends the others as `failed`, and closes the store. A second
   * call is the same close.
   */
  close(): Promise<void>;
}

/** What a run that a dead process left behind is told to have failed of. */
const ABANDONED = {
  code: 'service_unavailable',
  message: 'The server stopped while the interaction was running.',
};

/**
 * Starts an Interactions API server in this process; see `ServerOptions` for the defaults.
 *
 * With a file as its store it goes on where the last server on that file stopped; what ran then is `failed` now.
 * Rejects with `StartError` when it cannot be started, and leaves nothing open then.
 */
export async function startServer(options: ServerOptions = {}): Promise<RunningServer> {
  const config = toConfig(options);
  const { clock, logger } = config;
  const backend = await loadBackend(config.backend, clock);
  const resolveModel = createModelResolver([backend], config.aliases);
  const liveRuns = new LiveRuns({ clock, runTimeoutMs: config.runTimeoutMs });
  let isStopping = false;
  const closers: (() => Promise<void> | void)[] = [() => backend.close?.()];
  const closeAll = async () => {
    for (const closer of closers.splice(0).reverse()) {
      await closer();
    }
  };
  let listener: Listener;
  let store: Store;
  try {
    const search = await openSearch(config);
    closers.push(() => search.close());
    store = await openStore(config.store);
    closers.push(() => store.close());
    await failAbandoned(store, config);
    const { newId } = config;
    const service = createInteractionService({
      store,
      liveRuns,
      histories: new HistoryCache(),
      resolveModel,
      search: search.provider,
      clock,
      logger,
      newId,
    });
    const app = createApp({
      service,
      clock,
      logger,
      guard: config,
      limits: config,
      keepAliveMs: config.keepAliveMs,
      isStopping: () => isStopping,
    });
    listener = await listen(app.fetch, config);
  } catch (error) {
    await closeAll();
    throw error;
  }

  const close = async () => {
    isStopping = true;
    // The clock's timers keep no process alive; closing must be allowed to end.
    const hold = setInterval(() => {}, 60_000);
    try {
      listener.stopAccepting();
      await within(liveRuns.idle(), config.closeGraceMs, clock);
      liveRuns.abortAll(new ServerError({ code: 'service_unavailable', message: 'The server is stopping.' }));
      await liveRuns.idle();
      await listener.close();
      await closeAll();
    } finally {
      clearInterval(hold);
    }
  };
  let closing: Promise<void> | undefined;
  return {
    url: listener.url,
    port: listener.port,
    backend: backend.name,
    store: store.name,
    close: () => {
      closing ??= close();
      return closing;
    },
  };
}

async function failAbandoned(store: Store, { clock, logger }: Config): Promise<void> {
  const count = await store.failAbandoned(ABANDONED, clock.now());
  if (count > 0) {
    logger.warn({ count }, 'interactions of a server that stopped are marked as failed');
  }
}

async function within(work: Promise<void>, limitMs: number, clock: Clock): Promise<void> {
  let stopTimer = () => {};
  const limit = new Promise<void>((resolve) => {
    stopTimer = clock.after(limitMs, resolve);
  });
  await Promise.race([work, limit]);
  stopTimer();
}
