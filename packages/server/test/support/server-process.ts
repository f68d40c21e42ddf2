import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterEach } from 'vitest';

const bin = fileURLToPath(new URL('../../src/bin/catenary-server.ts', import.meta.url));

export interface ServerProcess {
  /** The first line on stdout; rejects when the process ends without one. */
  readonly banner: Promise<{
    readonly url: string;
    readonly backend: string;
    readonly store: string;
    readonly pid: number;
  }>;
  /** Resolves when the process has ended. */
  readonly ended: Promise<{ readonly code: number | null; readonly stdout: string; readonly stderr: string }>;
  kill(signal: NodeJS.Signals): void;
}

/** Starts the command as a process of its own; what a test leaves running is killed after it. */
export function useServerProcesses(): { start(...args: string[]): ServerProcess } {
  const children = new Set<ChildProcess>();
  afterEach(async () => {
    for (const child of children) {
      child.kill('SIGKILL');
      if (child.exitCode === null && child.signalCode === null) {
        await once(child, 'exit');
      }
    }
    children.clear();
  });
  return {
    start: (...args) => {
      const child = spawn(
        process.execPath,
        ['--conditions=@catenary/source', '--import', 'tsx', bin, ...args],
        {
          stdio: ['ignore', 'pipe', 'pipe'],
        },
      );
      children.add(child);
      return watch(child);
    },
  };
}

function watch(child: ChildProcess): ServerProcess {
  let stdout = '';
  let stderr = '';
  child.stderr?.setEncoding('utf8').on('data', (chunk: string) => {
    stderr += chunk;
  });
  const ended = once(child, 'close').then(([code]: (number | null)[]) => ({
    code: code ?? null,
    stdout,
    stderr,
  }));
  const line = new Promise<string>((resolve) => {
    child.stdout?.setEncoding('utf8').on('data', (chunk: string) => {
      stdout += chunk;
      if (stdout.includes('\n')) {
        resolve(stdout.slice(0, stdout.indexOf('\n')));
      }
    });
  });
  const failed = ended.then(({ code }) => {
    throw new Error(`The server ended with ${code}: ${stderr}`);
  });
  const banner = Promise.race([line, failed]).then((text) => JSON.parse(text));
  banner.catch(() => {});
  return { banner, ended, kill: (signal) => child.kill(signal) };
}
