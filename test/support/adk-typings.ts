import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import { promisify } from 'node:util';
import { parseTarGzip } from 'nanotar';
import { findNpmScript } from '../../scripts/npm-command.mjs';
import { repoRoot } from './tracked-files.ts';

/** The release of Google's kit whose typings are the reference, and the digest of its tarball. */
export const adkVersion = '2.0.0';
const integrity =
  'sha512-510Vsu0/2wYky3DoK5PkO9jtH3YZ4aEF0U/BTar3f0w0r5ZcwQigkTgv6rQB6UnopTV3YJD6yPOlaCJ6p8zBMw==';

/**
 * The path of the root declaration file of `@google/adk`. The package with its dependencies takes 154 MB, so only its
 * declaration files are kept, in `node_modules/.cache`; the first call needs the registry.
 *
 * @throws Error when the registry cannot be reached, or the tarball is not the one expected.
 */
export async function adkTypings(): Promise<string> {
  const folder = join(repoRoot, 'node_modules/.cache/catenary', `adk-${adkVersion}`);
  if (!existsSync(folder)) await fetchTypings(folder);
  return join(folder, 'dist/types/index.d.ts');
}

async function fetchTypings(folder: string): Promise<void> {
  await mkdir(dirname(folder), { recursive: true });
  // Built aside and moved into place at the end, so that a cut download leaves nothing half done.
  const aside = await mkdtemp(`${folder}-`);
  try {
    const typings = join(aside, 'typings');
    for (const { name, data } of await parseTarGzip(await fetchTarball(aside))) {
      const path = join(typings, name.replace(/^package\//, ''));
      if (data === undefined || !path.endsWith('.d.ts') || !path.startsWith(typings + sep)) continue;
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, data);
    }
    await rename(typings, folder).catch((error: unknown) => {
      if (!existsSync(folder)) throw error;
    });
  } finally {
    await rm(aside, { recursive: true, force: true });
  }
}

async function fetchTarball(folder: string): Promise<Buffer> {
  const npm = findNpmScript();
  if (npm === undefined) throw new Error('npm was not found');
  const args = [
    'pack',
    `@google/adk@${adkVersion}`,
    '--pack-destination',
    folder,
    '--silent',
    '--fetch-retries=1',
  ];
  await promisify(execFile)(process.execPath, [npm, ...args], { cwd: folder, timeout: 120_000 });
  const file = (await readdir(folder)).find((name) => name.endsWith('.tgz'));
  if (file === undefined) throw new Error(`npm pack left no tarball in ${folder}`);
  const tarball = await readFile(join(folder, file));
  const digest = `sha512-${createHash('sha512').update(tarball).digest('base64')}`;
  if (digest !== integrity)
    throw new Error(`@google/adk@${adkVersion} has the digest ${digest}, expected ${integrity}`);
  return tarball;
}
