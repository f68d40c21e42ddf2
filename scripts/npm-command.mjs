import { existsSync, realpathSync } from 'node:fs';
import { basename, delimiter, dirname, join } from 'node:path';

/**
 * The script of npm, to be run by this Node: the npm that started us, else the one beside Node, else the first on
 * `PATH`.
 *
 * @returns {string | undefined}
 */
export function findNpmScript() {
  const inherited = process.env.npm_execpath;
  if (inherited !== undefined && basename(inherited) === 'npm-cli.js') return inherited;
  const folders = [dirname(process.execPath), ...(process.env.PATH ?? '').split(delimiter)];
  for (const folder of folders.filter((entry) => entry !== '')) {
    const found = npmScriptsNear(folder).find((path) => existsSync(path));
    if (found !== undefined) return found;
  }
  return undefined;
}

/** @param {string} folder A folder that may hold the command `npm`. */
function npmScriptsNear(folder) {
  const beside = join(folder, 'node_modules', 'npm', 'bin', 'npm-cli.js');
  const under = join(dirname(folder), 'lib', 'node_modules', 'npm', 'bin', 'npm-cli.js');
  const command = join(folder, 'npm');
  const target = existsSync(command) ? realpathSync(command) : '';
  return basename(target) === 'npm-cli.js' ? [target, beside, under] : [beside, under];
}
