import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkDocument } from './support/check-document.ts';
import { readMarkdown } from './support/read-markdown.ts';
import { repoRoot, trackedFiles } from './support/tracked-files.ts';

const scripts = Object.keys(JSON.parse(readRepoFile('package.json') ?? '{}').scripts);
const packageNames = readdirSync(join(repoRoot, 'packages')).map((name) => `@catenary/${name}`);

/** What a reader may be told to type. An unknown command is a fault until it is added here. */
const knownCommands: readonly ((command: string) => boolean)[] = [
  (command) => /^npm (?:start|test|ci)(?: -- .+)?$/.test(command),
  (command) => scripts.includes(/^npm run (\S+)(?: -- .+)?$/.exec(command)?.[1] ?? ''),
  (command) => /^git clone \S+(?: \S+)?$/.test(command),
  (command) => /^cd [\w./-]+$/.test(command),
  (command) => /^export [A-Z_]+=\S+$/.test(command),
  // With the package named: alone, npx would fetch whatever the registry has under the command's name.
  (command) => /^npx -p @catenary\/server catenary-server(?: .+)?$/.test(command),
  (command) => /^curl .*http:\/\/(?:127\.0\.0\.1|localhost):\d+\//.test(command),
  (command) =>
    existsSync(join(repoRoot, /^node (scripts\/[\w-]+\.mjs)(?: .+)?$/.exec(command)?.[1] ?? 'none')),
  (command) => {
    const names = /^npm (?:i|install) (.+)$/.exec(command)?.[1]?.split(' ') ?? [];
    return (
      names.length > 0 && names.every((name) => [...packageNames, '@google/genai', 'zod'].includes(name))
    );
  },
];

const rules = {
  readFile: readRepoFile,
  isKnownCommand: (command: string) => knownCommands.some((isKnown) => isKnown(command)),
};

function readRepoFile(path: string): string | undefined {
  const absolute = join(repoRoot, path);
  if (!existsSync(absolute)) return undefined;
  return statSync(absolute).isFile() ? readFileSync(absolute, 'utf8') : '';
}

describe('the documents', () => {
  const documents = trackedFiles().filter(
    ({ path }) => path.endsWith('.md') && path !== 'CHANGELOG.md' && !/(?:^|\/)fixtures\//.test(path),
  );

  it.each(['README.md', 'README.zh-CN.md', 'CONTRIBUTING.md', 'CHANGELOG.md', 'LICENSE', 'NOTICE'])(
    '%s is there',
    (path) => {
      expect(existsSync(join(repoRoot, path)), `${path} is missing`).toBe(true);
    },
  );

  it.each(documents)('$path shows only what is true', ({ path, text }) => {
    expect(checkDocument(path, text, rules)).toEqual([]);
  });

  it('the two READMEs have the same headings and the same code', () => {
    const [english, chinese] = ['README.md', 'README.zh-CN.md'].map((path) => {
      const { headings, blocks } = readMarkdown(readFileSync(join(repoRoot, path), 'utf8'));
      return { headings, blocks: blocks.map(({ language, from, text }) => ({ language, from, text })) };
    });
    expect(chinese).toEqual(english);
  });
});

describe('the programs that documents quote', () => {
  const folder = join(repoRoot, 'examples/docs');
  const programs = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.ts')) : [];

  it.each(programs)(
    'examples/docs/%s runs to a good end and prints a result',
    { timeout: 60_000 },
    (name) => {
      const { status, stdout, stderr } = spawnSync(
        process.execPath,
        ['--conditions=@catenary/source', '--import', import.meta.resolve('tsx'), join(folder, name)],
        { cwd: repoRoot, encoding: 'utf8', env: keyless(process.env), timeout: 50_000 },
      );
      expect(status, stderr).toBe(0);
      expect(stdout.trim()).not.toBe('');
    },
  );
});

/** The environment without what would send a program to a real service. */
function keyless(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(environment).filter(([name]) => !/^(?:GOOGLE|GEMINI|CATENARY)_/.test(name)),
  );
}
