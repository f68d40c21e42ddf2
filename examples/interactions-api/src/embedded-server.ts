import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startServer } from '@catenary/server';

/** A server in this process, on a file that outlives its restarts and goes with it. */
export interface EmbeddedServer {
  readonly url: string;
  /** By which the server serves the model's name. */
  readonly alias: string;
  /** Stops the server and starts another on the same file and port. */
  restart(): Promise<void>;
  /** Deletes one interaction on the server, as any client could. */
  deleteInteraction(id: string): Promise<void>;
  close(): Promise<void>;
}

/** Serves Gemini's names, or the one name that was asked for, by the rule-based responder. */
export async function startEmbeddedServer(model: string): Promise<EmbeddedServer> {
  const directory = await mkdtemp(join(tmpdir(), 'catenary-'));
  const alias = `${model.startsWith('gemini-') ? 'gemini-*' : model}=offline-rules`;
  const start = (port: number) =>
    startServer({
      port,
      store: `sqlite:${join(directory, 'catenary.db')}`,
      backend: 'offline-rules',
      aliases: [alias],
    });
  let server = await start(0);
  const { url, port } = server;
  return {
    url,
    alias,
    restart: async () => {
      await server.close();
      server = await start(port);
    },
    deleteInteraction: async (id) => {
      const response = await fetch(`${url}/v1beta/interactions/${encodeURIComponent(id)}`, {
        method: 'DELETE',
      });
      if (!response.ok) {
        throw new Error(`DELETE of ${id} answered ${response.status}: ${await response.text()}`);
      }
    },
    close: async () => {
      await server.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
