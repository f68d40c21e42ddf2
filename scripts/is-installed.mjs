import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** @typedef {{ version?: string, integrity?: string, optional?: boolean }} LockedPackage */

/**
 * Whether `node_modules` holds what `package-lock.json` asks for. npm writes a record of what it installed as the
 * last step, so a cut install has none. Contents are compared and not times, which a git checkout changes.
 *
 * @param {string} root
 */
export function isInstalled(root) {
  const installed = readPackages(installRecord(root));
  if (installed === undefined) return false;
  return wantedPackages(root).every(([path, wanted]) => {
    const found = installed[path];
    // npm leaves out optional packages made for other systems.
    if (found === undefined) return wanted.optional === true;
    // Where it was fetched from is a setting of the machine; what was fetched is not.
    return (
      found.version === wanted.version &&
      found.integrity === wanted.integrity &&
      existsSync(join(root, path, 'package.json'))
    );
  });
}

/**
 * The file in which npm records what it installed.
 *
 * @param {string} root
 */
export function installRecord(root) {
  return join(root, 'node_modules', '.package-lock.json');
}

/**
 * How many of the packages that this system needs are on disk, for a progress line.
 *
 * @param {string} root
 * @returns {{ present: number, total: number }}
 */
export function countInstalled(root) {
  const required = wantedPackages(root).filter(([, wanted]) => wanted.optional !== true);
  const present = required.filter(([path]) => existsSync(join(root, path, 'package.json')));
  return { present: present.length, total: required.length };
}

/**
 * @param {string} root
 * @returns {[path: string, wanted: LockedPackage][]}
 */
function wantedPackages(root) {
  const packages = readPackages(join(root, 'package-lock.json'));
  if (packages === undefined)
    throw new Error(`${join(root, 'package-lock.json')} is missing or not readable`);
  return Object.entries(packages).filter(([path]) => path.startsWith('node_modules/'));
}

/**
 * @param {string} path
 * @returns {Record<string, LockedPackage> | undefined}
 */
function readPackages(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8')).packages;
  } catch {
    return undefined;
  }
}
