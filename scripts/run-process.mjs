import { spawn } from 'node:child_process';
import { constants } from 'node:os';

const forwardedSignals = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']);

/**
 * @typedef {object} RunOptions
 * @property {(chunk: Buffer) => void} [onOutput] Receives what the program prints, where `stdio` asks for pipes.
 * @property {number} [graceMs] How long the program may take to stop after a signal. Default: as long as it wants.
 */

/**
 * Runs a program to its end and passes on the signals that this process gets meanwhile.
 *
 * @param {string} file
 * @param {readonly string[]} args
 * @param {import('node:child_process').SpawnOptions & RunOptions} [options]
 * @returns {Promise<{ code: number, interrupted: boolean }>} The exit code; 128 and the signal's number after a
 *   signal, as shells count. `interrupted` says that this process was told to stop while the program ran.
 */
export function runProcess(file, args, { onOutput, graceMs, ...options } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, { stdio: 'inherit', windowsHide: true, ...options });
    /** @type {NodeJS.Signals | undefined} */
    let received;
    /** @type {NodeJS.Timeout | undefined} */
    let lastResort;

    /** @param {NodeJS.Signals} signal */
    const forward = (signal) => {
      received = signal;
      if (graceMs !== undefined) lastResort ??= setTimeout(() => child.kill('SIGKILL'), graceMs);
      // A terminal sends Ctrl-C to the child as well; a second one would read as "stop at once".
      if (signal === 'SIGINT' && process.stdin.isTTY) return;
      child.kill(signal);
    };
    const detach = () => {
      clearTimeout(lastResort);
      for (const signal of forwardedSignals) process.off(signal, forward);
    };

    for (const signal of forwardedSignals) process.on(signal, forward);
    if (onOutput !== undefined) {
      child.stdout?.on('data', onOutput);
      child.stderr?.on('data', onOutput);
    }
    child.once('error', (error) => {
      detach();
      reject(error);
    });
    child.once('close', (code, signal) => {
      detach();
      resolve({ code: exitCode(code, received ?? signal), interrupted: received !== undefined });
    });
  });
}

/**
 * @param {number | null} code
 * @param {NodeJS.Signals | null} signal
 */
function exitCode(code, signal) {
  return code ?? (signal === null ? 1 : 128 + constants.signals[signal]);
}
