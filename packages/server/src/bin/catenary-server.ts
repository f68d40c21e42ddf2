#!/usr/bin/env node
import { CommanderError } from 'commander';
import { StartError } from '../start-error.ts';
import { type RunningServer, startServer } from '../start-server.ts';
import { createLogger } from './create-logger.ts';
import { readOptions } from './read-options.ts';

/** Exit codes: 0 after a clean stop, 1 for a server that could not start, 2 for options that mean nothing. */
const EXIT = { done: 0, failed: 1, usage: 2 };

// Whoever reads may stop early, as `head` does; that is no failure of the server.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') {
    throw error;
  }
});

await main(process.argv);

async function main(argv: readonly string[]): Promise<void> {
  try {
    const { logLevel, ...options } = readOptions(argv);
    const server = await startServer({ ...options, logger: createLogger(logLevel) });
    const { url, backend, store } = server;
    console.log(JSON.stringify({ url, backend, store, pid: process.pid }));
    stopOnSignal(server);
  } catch (error) {
    process.exitCode = report(error);
  }
}

/** The first signal stops the server in good order; a second one, from somebody who will not wait, at once. */
function stopOnSignal(server: RunningServer): void {
  let isStopping = false;
  const stop = () => {
    if (isStopping) {
      process.exit(EXIT.failed);
    }
    isStopping = true;
    server.close().then(
      () => process.exit(EXIT.done),
      (error) => process.exit(report(error)),
    );
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
}

function report(error: unknown): number {
  if (error instanceof CommanderError) {
    // Commander has said what is wrong, or shown the help that was asked for.
    return error.exitCode === 0 ? EXIT.done : EXIT.usage;
  }
  if (StartError.isInstance(error)) {
    console.error(`catenary-server: ${error.message}\n${error.hint}`);
    return error.code === 'invalid_option' || error.code === 'remote_not_allowed' ? EXIT.usage : EXIT.failed;
  }
  console.error(error);
  return EXIT.failed;
}
