import './check-node.mjs';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseTarGzip } from 'nanotar';
import { findNpmScript } from './npm-command.mjs';
import { repoRoot, resolveBin } from './repo.mjs';
import { runProcess } from './run-process.mjs';

// What another project gets: the packages as npm would publish them, required from CommonJS and read by TypeScript 5.
// They are unpacked below node_modules, so that what they depend on is found as in any project.

const npm = findNpmScript();
if (npm === undefined) throw new Error('npm was not found, and packing needs it');

const folder = join(repoRoot, 'node_modules', '.cache', 'catenary-consumer');
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
cpSync(join(repoRoot, 'test', 'consumer'), folder, { recursive: true });

for (const name of readdirSync(join(repoRoot, 'packages'))) {
  await run([npm, 'pack', '--silent', '--pack-destination', folder, join(repoRoot, 'packages', name)]);
}
for (const tarball of readdirSync(folder).filter((name) => name.endsWith('.tgz'))) {
  const name = tarball.replace(/^catenary-(.+)-\d.*$/, '$1');
  await unpack(join(folder, tarball), join(folder, 'node_modules', '@catenary', name));
}

await run(['uses-agents.cjs']);
await run([
  resolveBin('typescript-5', 'tsc'),
  '--noEmit',
  '--strict',
  '--exactOptionalPropertyTypes',
  '--module',
  'nodenext',
  '--target',
  'es2022',
  'uses-packages.ts',
]);
console.log('The packed packages load from CommonJS and type-check with TypeScript 5.');

/**
 * @param {string} tarball
 * @param {string} target
 */
async function unpack(tarball, target) {
  for (const { name, type, data } of await parseTarGzip(readFileSync(tarball))) {
    if (type === 'file' && data !== undefined) {
      const path = join(target, name.replace(/^package\//, ''));
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, data);
    }
  }
}

/** @param {readonly string[]} args For this Node to run, in the folder. */
async function run(args) {
  const { code } = await runProcess(process.execPath, args, { cwd: folder });
  if (code !== 0) {
    process.exit(code);
  }
}
