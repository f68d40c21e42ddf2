// Question: what does a create on our server cost, over a bare route that commits one row to the same kind of file?
// Both are asked over loopback by one keep-alive client, one request at a time, in one process; read the ratio.
// Run: npm run bench -- server/create-latency

import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { startServer } from '@catenary/server';
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import Libsql from 'libsql';

const ROUNDS = 5;
const REQUESTS = 400;
const agent = new Agent({ keepAlive: true, maxSockets: 1 });
const body = JSON.stringify({ model: 'fixed', input: 'Name one moon of Mars.' });

const folder = await mkdtemp(join(tmpdir(), 'catenary-bench-'));
const ours = await startServer({
  store: `sqlite:${join(folder, 'ours.db')}`,
  backend: {
    name: 'fixed',
    async *generate() {
      yield { type: 'step.start', step: { type: 'model_output' } };
      yield { type: 'step.delta', delta: { type: 'text', text: 'Phobos.' } };
      yield { type: 'step.stop' };
      yield { type: 'end' };
    },
  },
});
const bare = await startBare(join(folder, 'bare.db'));

const results = { bare: Number.POSITIVE_INFINITY, ours: Number.POSITIVE_INFINITY };
for (let round = 0; round < ROUNDS; round += 1) {
  results.bare = Math.min(results.bare, await measure(bare.url));
  results.ours = Math.min(results.ours, await measure(`${ours.url}/v1beta/interactions`));
}
console.log(
  `node ${process.version}, ${cpus()[0]?.model ?? 'unknown'}, best of ${ROUNDS} rounds of ${REQUESTS}`,
);
console.log(`bare route, one row   ${(results.bare * 1000).toFixed(0)} us`);
console.log(`create, SQLite        ${(results.ours * 1000).toFixed(0)} us`);
console.log(`ratio                 ${(results.ours / results.bare).toFixed(2)}`);

agent.destroy();
bare.close();
await ours.close();
await rm(folder, { recursive: true, force: true });

/** Milliseconds of one request, on average over a round. */
async function measure(url: string): Promise<number> {
  const start = performance.now();
  for (let index = 0; index < REQUESTS; index += 1) {
    await send(url);
  }
  return (performance.now() - start) / REQUESTS;
}

function send(url: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
    const sent = request(url, { method: 'POST', agent, headers }, (response) => {
      if (response.statusCode !== 200) {
        reject(new Error(`Status ${response.statusCode}`));
      }
      response.resume().on('end', resolve);
    });
    sent.on('error', reject).end(body);
  });
}

async function startBare(path: string) {
  const database = new Libsql(path);
  for (const setting of ['locking_mode = exclusive', 'journal_mode = wal', 'synchronous = normal']) {
    database.exec(`pragma ${setting}`);
  }
  database.exec('create table row (id integer primary key, json text not null)');
  const insert = database.prepare('insert into row (json) values (?)');
  const app = new Hono();
  app.post('/', async (context) => {
    const value = await context.req.json();
    insert.run([JSON.stringify(value)]);
    return context.json(value);
  });
  const server = await new Promise<ReturnType<typeof serve>>((resolve) => {
    const started = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, () => resolve(started));
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/`, close: () => server.close() };
}
