import { join } from 'node:path';
import { ensureInstalled } from './ensure-installed.mjs';
import { repoRoot } from './repo.mjs';
import { runProcess } from './run-process.mjs';

/**
 * Runs a TypeScript program of the repository from its sources, after installing what is missing. The exit code is the
 * program's.
 *
 * @param {readonly string[]} path Of the program, below the root.
 * @param {readonly string[]} args
 */
export async function runSource(path, args) {
  await ensureInstalled();
  const { code } = await runProcess(
    process.execPath,
    [
      '--conditions=@catenary/source',
      '--import',
      import.meta.resolve('tsx'),
      join(repoRoot, ...path),
      ...args,
    ],
    { cwd: repoRoot },
  );
  process.exitCode = code;
}
