import './check-node.mjs';
import { join } from 'node:path';
import { ensureInstalled } from './ensure-installed.mjs';
import { isInstalled } from './is-installed.mjs';
import { repoRoot } from './repo.mjs';
import { runProcess } from './run-process.mjs';

const args = process.argv.slice(2);

if (args.includes('--help') && !isInstalled(repoRoot)) {
  console.log(`npm start installs the packages and runs examples/interactions-api: six tests of an agent in
conversation with a server of its own, without a key. Options go after two dashes:
  npm start -- --mode interactive
Nothing is installed yet. After the first run, "npm start -- --help" lists every option.`);
  process.exit(0);
}

await ensureInstalled();

const { code } = await runProcess(
  process.execPath,
  [
    '--conditions=@catenary/source',
    '--import',
    import.meta.resolve('tsx'),
    join(repoRoot, 'examples', 'interactions-api', 'main.ts'),
    ...args,
  ],
  { cwd: repoRoot },
);
process.exitCode = code;
