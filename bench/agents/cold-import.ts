// Question: how long does the first import of the agent library take, over that of @google/genai alone?
// Each is imported in a fresh process, in turn, from what npm would publish; read the ratio of the medians.
// Run: npm run build && npm run bench -- agents/cold-import

import { execFileSync } from 'node:child_process';
import { cpus } from 'node:os';

const ROUNDS = 11;

function importMs(name: string): number {
  const program = `const start = performance.now(); await import(${JSON.stringify(name)}); console.log(performance.now() - start);`;
  return Number(
    execFileSync(process.execPath, ['--input-type=module', '--eval', program], { encoding: 'utf8' }),
  );
}

const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

const ours: number[] = [];
const theirs: number[] = [];
for (let round = 0; round < ROUNDS; round += 1) {
  ours.push(importMs('@catenary/agents'));
  theirs.push(importMs('@google/genai'));
}
console.log(`node ${process.version}, ${cpus()[0]?.model}, ${ROUNDS} rounds`);
console.log(`@catenary/agents ${median(ours).toFixed(0)} ms, @google/genai ${median(theirs).toFixed(0)} ms`);
console.log(`ratio ${(median(ours) / median(theirs)).toFixed(2)}`);
