import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

export const repoRoot = fileURLToPath(new URL('../..', import.meta.url));

/**
 * The text files of the repository, with `/` between folders: those that git tracks or, in a copy without git, all
 * but what is built or installed. Binary files are left out.
 */
export function trackedFiles(): readonly { readonly path: string; readonly text: string }[] {
  return (existsSync(join(repoRoot, '.git')) ? listTracked() : listAll())
    .filter((path) => statSync(join(repoRoot, path), { throwIfNoEntry: false })?.isFile() === true)
    .map((path) => ({ path, text: readFileSync(join(repoRoot, path), 'utf8') }))
    .filter(({ text }) => !text.includes('\0'));
}

function listTracked(): readonly string[] {
  const listed = execFileSync('git', ['ls-files', '-z'], { cwd: repoRoot, encoding: 'utf8' });
  return listed.split('\0').filter((path) => path !== '');
}

function listAll(): readonly string[] {
  return readdirSync(repoRoot, { recursive: true, encoding: 'utf8' })
    .map((path) => path.split(sep).join('/'))
    .filter((path) => !/(?:^|\/)(?:node_modules|dist|coverage)\//.test(path));
}
