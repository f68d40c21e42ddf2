import './check-node.mjs';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { withInstallLock } from './install-lock.mjs';
import { countInstalled, installRecord, isInstalled } from './is-installed.mjs';
import { findNpmScript } from './npm-command.mjs';
import { startProgress } from './progress.mjs';
import { repoRoot } from './repo.mjs';
import { runProcess } from './run-process.mjs';

// `npm start` hands its own settings down; without these a production setting would leave out what tests need.
const npmArgs = [
  'ci',
  '--include=dev',
  '--include=optional',
  '--prefer-offline',
  '--no-audit',
  '--no-fund',
  '--loglevel=notice',
];

/**
 * Installs the packages of `package-lock.json` unless they are there already. Ends the process with a message when
 * it cannot: an exit code of 1, or the one of the signal that stopped it. A cut install is redone by the next call.
 *
 * @returns {Promise<void>}
 */
export async function ensureInstalled() {
  if (isInstalled(repoRoot)) return;
  const onWait = (/** @type {number} */ owner) =>
    say(`Another command (process ${owner}) is installing. Waiting.`);
  const exitCode = await withInstallLock(join(repoRoot, '.install.lock'), { onWait }, async () =>
    isInstalled(repoRoot) ? 0 : await install(),
  );
  if (exitCode !== 0) process.exit(exitCode);
}

/** @returns {Promise<number>} An exit code. */
async function install() {
  const npm = findNpmScript();
  if (npm === undefined) {
    say(
      'npm was not found. It comes with Node: reinstall Node from https://nodejs.org, then run this again.',
    );
    return 1;
  }
  // Without npm's record the next run installs again, wherever this one is cut.
  rmSync(installRecord(repoRoot), { force: true });
  /** @type {Buffer[]} */
  const output = [];
  const stopProgress = startProgress('Installing packages', () => countInstalled(repoRoot));
  const { code, interrupted } = await runProcess(process.execPath, [npm, ...npmArgs], {
    cwd: repoRoot,
    stdio: ['ignore', 'pipe', 'pipe'],
    // npm first undoes what it did, which takes longer than a person who pressed Ctrl-C waits.
    graceMs: 1_000,
    onOutput: (chunk) => output.push(chunk),
  });
  stopProgress();
  if (interrupted) {
    say('Stopped. The next run installs from the start.');
    return code === 0 ? 1 : code;
  }
  if (code !== 0) {
    const text = Buffer.concat(output).toString('utf8').trim();
    say(`${text === '' ? '' : `${text}\n\n`}npm ci failed with exit code ${code}. ${explainFailure(text)}`);
    return 1;
  }
  if (!isInstalled(repoRoot)) {
    say('npm ci ended well, but node_modules does not hold what package-lock.json asks for. Run: npm ci');
    return 1;
  }
  return 0;
}

/** @param {string} output What npm printed. */
function explainFailure(output) {
  if (
    /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENOTCACHED|ENETUNREACH|EIDLETIMEOUT/.test(output)
  ) {
    return (
      'The registry cannot be reached. The first run needs the network once; behind a proxy or mirror, set it with ' +
      '"npm config set proxy URL" or "npm config set registry URL", then run this again.'
    );
  }
  if (output.includes('EUSAGE'))
    return 'package.json and package-lock.json disagree: run "npm install" and commit both.';
  if (/EACCES|EPERM|EBUSY/.test(output))
    return 'A file is in use or not yours to write: close other programs that use this folder.';
  if (output.includes('ENOSPC')) return 'The disk is full.';
  return 'Run "npm ci" to see it again.';
}

/** @param {string} message */
function say(message) {
  process.stderr.write(`${message}\n`);
}
