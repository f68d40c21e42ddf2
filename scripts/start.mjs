import './check-node.mjs';
import { isInstalled } from './is-installed.mjs';
import { repoRoot } from './repo.mjs';
import { runSource } from './run-source.mjs';

const args = process.argv.slice(2);

if (args.includes('--help') && !isInstalled(repoRoot)) {
  console.log(`npm start installs the packages and runs examples/interactions-api: six tests of an agent in
conversation with a server of its own, without a key. Options go after two dashes:
  npm start -- --mode interactive
Nothing is installed yet. After the first run, "npm start -- --help" lists every option.`);
} else {
  await runSource(['examples', 'interactions-api', 'main.ts'], args);
}
