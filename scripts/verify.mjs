import './check-node.mjs';
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ensureInstalled } from './ensure-installed.mjs';
import { findNpmScript } from './npm-command.mjs';
import { repoRoot, resolveBin } from './repo.mjs';
import { runProcess } from './run-process.mjs';

/**
 * @typedef {object} Check
 * @property {string} name
 * @property {readonly [script: string, ...args: string[]]} command For this Node to run.
 * @property {string} [folder] Where they run; the root by default.
 * @property {() => void} [before]
 */

await ensureInstalled();

const npm = findNpmScript();
if (npm === undefined) throw new Error('npm was not found, and the package checks need it');

const packageNames = readdirSync(join(repoRoot, 'packages')).sort();
const tsc = resolveBin('typescript', 'tsc');

/** @type {readonly Check[]} */
const checks = [
  { name: 'lint', command: [resolveBin('@biomejs/biome', 'biome'), 'check', '--error-on-warnings', '.'] },
  { name: 'build', command: [tsc, '-b'], before: removeBuilt },
  { name: 'types', command: [tsc, '-p', 'tsconfig.check.json'] },
  { name: 'unused code', command: [resolveBin('knip')] },
  ...packageNames.flatMap((name) => packageChecks(name, npm)),
  { name: 'another project', command: [join(repoRoot, 'scripts', 'check-consumer.mjs')] },
];

/** @type {{ name: string, code: number, ms: number }[]} */
const results = [];
for (const check of checks) {
  const result = await run(check);
  results.push(result);
  console.log(toLine(result));
}

const failed = results.filter(({ code }) => code !== 0);
console.log(`\n${results.map(toLine).join('\n')}`);
console.log(`verify: ${results.length - failed.length} passed, ${failed.length} failed`);
process.exitCode = failed.length === 0 ? 0 : 1;

/**
 * What a package's user would trip over: entry points, types, and what npm would publish.
 *
 * @param {string} name
 * @param {string} npmScript
 * @returns {readonly Check[]}
 */
function packageChecks(name, npmScript) {
  const folder = join(repoRoot, 'packages', name);
  return [
    { name: `${name}: entry points`, folder, command: [resolveBin('publint'), '--strict'] },
    {
      name: `${name}: types`,
      folder,
      command: [
        resolveBin('@arethetypeswrong/cli', 'attw'),
        '--pack',
        '.',
        '--profile',
        'esm-only',
        '--no-color',
      ],
    },
    {
      name: `${name}: publish`,
      folder,
      command: [npmScript, 'publish', '--dry-run', '--loglevel=notice'],
    },
  ];
}

/** Files built from sources that are gone would be packed, and checked, as if they were meant. */
function removeBuilt() {
  for (const name of packageNames) {
    const folder = join(repoRoot, 'packages', name);
    rmSync(join(folder, 'dist'), { recursive: true, force: true });
    rmSync(join(folder, 'tsconfig.tsbuildinfo'), { force: true });
  }
}

/** @param {Check} check */
async function run({ name, command, folder = repoRoot, before }) {
  const startedAtMs = Date.now();
  /** @type {Buffer[]} */
  const output = [];
  before?.();
  const { code, interrupted } = await runProcess(process.execPath, command, {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
    onOutput: (chunk) => output.push(chunk),
  });
  if (interrupted) process.exit(code);
  if (code !== 0) process.stdout.write(`\n--- ${name}\n${Buffer.concat(output).toString('utf8')}\n`);
  return { name, code, ms: Date.now() - startedAtMs };
}

/** @param {{ name: string, code: number, ms: number }} result */
function toLine({ name, code, ms }) {
  return `${code === 0 ? 'PASS' : 'FAIL'}  ${name.padEnd(24)} ${(ms / 1000).toFixed(1).padStart(6)} s`;
}
