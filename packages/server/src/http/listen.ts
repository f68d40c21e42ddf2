import { createServer, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import type { Clock } from '../clock.ts';
import { StartError } from '../start-error.ts';

/** A port that is listened on. */
export interface Listener {
  readonly url: string;
  readonly port: number;
  /** Takes no more connections; those with a request go on. */
  stopAccepting(): void;
  /** Closes every connection; those that are still writing get a moment for it. */
  close(): Promise<void>;
}

const CLOSE_MS = 1_000;

/** Listens. Throws `StartError`: `address_in_use`, `address_unavailable`. */
export async function listen(
  fetch: Parameters<typeof createAdaptorServer>[0]['fetch'],
  { host, port, clock }: { readonly host: string; readonly port: number; readonly clock: Clock },
): Promise<Listener> {
  // The adapter replaces Request and Response of the whole process unless told not to.
  const options = { fetch, createServer, overrideGlobalObjects: false };
  // It returns the server that `createServer` made; its type covers HTTP/2 as well.
  const server = createAdaptorServer(options) as Server;
  const connections = trackConnections(server);
  const address = await bind(server, host, port);
  let closed: Promise<void> | undefined;
  const stopAccepting = () => {
    closed ??= new Promise((resolve) => {
      server.close(() => resolve());
    });
    connections.closeWhenQuiet();
  };
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${address.port}`,
    port: address.port,
    stopAccepting,
    close: async () => {
      stopAccepting();
      const stopTimer = clock.after(CLOSE_MS, () => server.closeAllConnections());
      await closed;
      stopTimer();
    },
  };
}

/** Node closes idle connections only once, and not those that never sent a request, which clients open in reserve. */
function trackConnections(server: Server): { closeWhenQuiet(): void } {
  const quiet = new Set<Socket>();
  let isClosing = false;
  server.on('connection', (socket) => {
    quiet.add(socket);
    socket.once('close', () => quiet.delete(socket));
  });
  server.on('request', ({ socket }, response) => {
    quiet.delete(socket);
    response.once('close', () => {
      if (isClosing) {
        socket.destroySoon();
      } else if (!socket.destroyed) {
        quiet.add(socket);
      }
    });
  });
  return {
    closeWhenQuiet: () => {
      isClosing = true;
      for (const socket of quiet) {
        socket.destroy();
      }
    },
  };
}

function bind(server: Server, host: string, port: number): Promise<AddressInfo> {
  return new Promise((resolve, reject) => {
    server.once('error', (cause: NodeJS.ErrnoException) => reject(toStartError(cause, host, port)));
    server.listen(port, host, () => {
      // Null and text are for servers on a pipe.
      resolve(server.address() as AddressInfo);
    });
  });
}

function toStartError(cause: NodeJS.ErrnoException, host: string, port: number): StartError {
  return cause.code === 'EADDRINUSE'
    ? new StartError({
        code: 'address_in_use',
        message: `Port ${port} of ${host} is in use.`,
        hint: 'Stop the program that listens there, or choose another port; 0 takes a free one.',
        cause,
      })
    : new StartError({
        code: 'address_unavailable',
        message: `Cannot listen on ${host}, port ${port}: ${cause.message}.`,
        hint: 'Choose an address of this machine and a port that you may use.',
        cause,
      });
}
