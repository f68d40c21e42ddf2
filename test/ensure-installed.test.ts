import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { repoRoot } from './support/tracked-files.ts';

// Stands in for npm: does what the file `npm-does` says, and notes that it was called.
const fakeNpm = `
const { appendFileSync, mkdirSync, readFileSync, writeFileSync } = require('node:fs');
const { connect } = require('node:net');
appendFileSync('npm-calls', process.argv.slice(2).join(' ') + '\\n');
const does = readFileSync('npm-does', 'utf8');
if (does === 'install') {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'));
  for (const path of Object.keys(packages).filter((path) => path !== '')) {
    mkdirSync(path, { recursive: true });
    writeFileSync(path + '/package.json', '{}');
  }
  writeFileSync('node_modules/.package-lock.json', JSON.stringify({ packages }));
} else if (does === 'do nothing') {
} else if (does === 'fail') {
  console.error('npm error code ENOTFOUND');
  process.exit(1);
} else {
  connect(Number(does));
}
`;

describe('ensureInstalled', () => {
  let root = '';
  const lockPath = (): string => join(root, '.install.lock');

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'ensure-installed-'));
    cpSync(join(repoRoot, 'scripts'), join(root, 'scripts'), { recursive: true });
    mkdirSync(join(root, 'npm'));
    writeFileSync(join(root, 'npm/npm-cli.js'), fakeNpm);
    writeFileSync(
      join(root, 'scripts/ready.mjs'),
      `import { ensureInstalled } from './ensure-installed.mjs';\nawait ensureInstalled();\nconsole.log('ready');\n`,
    );
    writeFileSync(join(root, 'package.json'), '{"type":"module"}');
    writeFileSync(join(root, 'npm/package.json'), '{"type":"commonjs"}');
    want('1.0.0');
    npmDoes('install');
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  function want(version: string): void {
    const packages = {
      '': { name: 'root' },
      'node_modules/one': { version, integrity: `sha512-${version}` },
    };
    writeFileSync(join(root, 'package-lock.json'), JSON.stringify({ packages }));
  }
  function npmDoes(what: string): void {
    writeFileSync(join(root, 'npm-does'), what);
  }
  function npmCalls(): number {
    const path = join(root, 'npm-calls');
    return existsSync(path) ? readFileSync(path, 'utf8').trim().split('\n').length : 0;
  }
  function start() {
    const child = spawn(process.execPath, [join(root, 'scripts/ready.mjs')], {
      cwd: tmpdir(),
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, npm_execpath: join(root, 'npm/npm-cli.js') },
    });
    const ended = Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]).then(
      ([stdout, stderr, [code]]) => ({ code, stdout, stderr }),
    );
    return { child, ended };
  }

  it('installs once, and not again while the lock file asks for the same', async () => {
    const first = await start().ended;
    expect(first).toMatchObject({ code: 0, stdout: 'ready\n' });
    expect(first.stderr).toContain('Installing packages: 0 of 1');
    utimesSync(join(root, 'package-lock.json'), new Date(), new Date());
    expect(await start().ended).toEqual({ code: 0, stdout: 'ready\n', stderr: '' });
    expect(npmCalls()).toBe(1);
  });

  it('installs again when the lock file asks for something else', async () => {
    await start().ended;
    want('2.0.0');
    expect(await start().ended).toMatchObject({ code: 0, stdout: 'ready\n' });
    expect(npmCalls()).toBe(2);
  });

  it('installs again when a package was removed by hand', async () => {
    await start().ended;
    rmSync(join(root, 'node_modules/one'), { recursive: true });
    expect(await start().ended).toMatchObject({ code: 0 });
    expect(npmCalls()).toBe(2);
  });

  it('lets one of several commands install while the others wait', async () => {
    const ended = await Promise.all([start().ended, start().ended, start().ended]);
    expect(ended.map(({ code, stdout }) => ({ code, stdout }))).toEqual(
      Array(3).fill({ code: 0, stdout: 'ready\n' }),
    );
    expect(npmCalls()).toBe(1);
    expect(existsSync(lockPath())).toBe(false);
  });

  it('takes over the lock of a process that is gone', async () => {
    const gone = spawn(process.execPath, ['--version'], { stdio: 'ignore' });
    await once(gone, 'close');
    writeFileSync(lockPath(), JSON.stringify({ pid: gone.pid, host: hostname(), token: 'old' }));
    expect(await start().ended).toMatchObject({ code: 0, stdout: 'ready\n' });
    expect(existsSync(lockPath())).toBe(false);
  });

  it('says what to do when the registry cannot be reached', async () => {
    npmDoes('fail');
    const { code, stdout, stderr } = await start().ended;
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain('npm error code ENOTFOUND');
    expect(stderr).toContain('npm config set registry URL');
    expect(existsSync(lockPath())).toBe(false);
  });

  it('does not go on with an install that left something out', async () => {
    npmDoes('do nothing');
    const { code, stderr } = await start().ended;
    expect(code).toBe(1);
    expect(stderr).toContain('does not hold what package-lock.json asks for');
  });

  // Windows has no signal that a program can catch from another one.
  it.skipIf(process.platform === 'win32')(
    'stops when told to, and installs again on the next run',
    async () => {
      const called = createServer().listen(0, '127.0.0.1');
      await once(called, 'listening');
      const address = called.address();
      if (address === null || typeof address === 'string') throw new Error('no port');
      npmDoes(String(address.port));
      const { child, ended } = start();
      const [socket] = await once(called, 'connection');
      child.kill('SIGTERM');
      expect(await ended).toMatchObject({ code: 143, stdout: '' });
      expect(existsSync(lockPath())).toBe(false);
      socket.destroy();
      called.close();

      npmDoes('install');
      expect(await start().ended).toMatchObject({ code: 0, stdout: 'ready\n' });
    },
  );
});
