import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of the repository, whatever folder the command was started in. */
export const repoRoot = dirname(dirname(fileURLToPath(import.meta.url)));

/**
 * The script file behind a command of an installed package, to be run by Node itself. No shell and no `.cmd`
 * file take part, so arguments arrive as they were given on every system.
 *
 * @param {string} packageName
 * @param {string} [command] Defaults to the package's name.
 * @returns {string} An absolute path.
 */
export function resolveBin(packageName, command = packageName) {
  // By path and not by resolution: some packages do not export their manifest.
  const folder = join(repoRoot, 'node_modules', packageName);
  const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const file = typeof bin === 'string' ? bin : bin?.[command];
  if (file === undefined) throw new Error(`${packageName} has no command named ${command}`);
  return join(folder, file);
}
