// Question: does a turn cost more the longer its conversation is?
// One chain on a file, one request at a time; processor time of client and server together, which other work on the machine
// disturbs less than the clock on the wall does.
// Run: npm run bench -- server/chain-depth

import { mkdtemp, rm } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { startServer } from '@catenary/server';

const WINDOW = 100;
const DEPTHS = [500, 1000];

const folder = await mkdtemp(join(tmpdir(), 'catenary-bench-'));
const server = await startServer({
  store: `sqlite:${join(folder, 'chain.db')}`,
  backend: {
    name: 'fixed',
    async *generate() {
      yield { type: 'step.start', step: { type: 'model_output' } };
      yield { type: 'step.delta', delta: { type: 'text', text: 'Phobos is one of the moons of Mars.' } };
      yield { type: 'step.stop' };
      yield { type: 'end' };
    },
  },
});

// The first turns of a process pay for compiling; what is compared must not.
for (let turn = 0; turn < 20 * WINDOW; turn += 1) {
  await takeTurn(turn, undefined);
}

const perTurnMs = new Map<number, number>();
// Depth 1: turns that each begin a conversation.
perTurnMs.set(1, await measure(() => takeTurn(1, undefined)));
let previousId: string | undefined;
let depth = 0;
for (const end of DEPTHS) {
  for (; depth < end; depth += 1) {
    previousId = await takeTurn(depth, previousId);
  }
  const ms = await measure(async () => {
    previousId = await takeTurn(depth, previousId);
  });
  depth += WINDOW;
  perTurnMs.set(end, ms);
}
await server.close();
await rm(folder, { recursive: true, force: true });

console.log(
  `node ${process.version}, ${cpus()[0]?.model ?? 'unknown'}, mean of ${WINDOW} turns from each depth on`,
);
for (const [depth, ms] of perTurnMs) {
  console.log(`depth ${String(depth).padStart(4)}   ${ms.toFixed(2)} ms of processor time a turn`);
}
const [first = 1, last = 1] = [perTurnMs.get(1), perTurnMs.get(1000)];
console.log(`1000 over 1     ${(last / first).toFixed(2)}`);

async function measure(turn: () => Promise<unknown>): Promise<number> {
  const start = process.cpuUsage();
  for (let count = 0; count < WINDOW; count += 1) {
    await turn();
  }
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000 / WINDOW;
}

async function takeTurn(depth: number, previous: string | undefined): Promise<string> {
  const response = await fetch(`${server.url}/v1/interactions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      model: 'fixed',
      input: `Question ${depth} about the moons of Mars?`,
      ...(previous === undefined ? {} : { previous_interaction_id: previous }),
    }),
  });
  const body: unknown = await response.json();
  if (
    !response.ok ||
    typeof body !== 'object' ||
    body === null ||
    !('id' in body) ||
    typeof body.id !== 'string'
  ) {
    throw new Error(`Status ${response.status}`);
  }
  return body.id;
}
