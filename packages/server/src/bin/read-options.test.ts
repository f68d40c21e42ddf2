import { describe, expect, it, vi } from 'vitest';
import { readOptions } from './read-options.ts';

const read = (...args: string[]) => readOptions(['node', 'catenary-server', ...args]);

describe('the options of the command', () => {
  it('have defaults that suit a first try', () => {
    expect(read()).toEqual({
      port: 0,
      host: '127.0.0.1',
      store: 'memory',
      backend: 'offline-rules',
      aliases: [],
      allowedHosts: [],
      allowedOrigins: [],
      logLevel: 'warn',
    });
  });

  it('may be given several times where it says so', () => {
    expect(
      read('--alias', 'a=b', '--alias', 'c=b', '--allow-host', 'x', '--allow-remote', '--port', '81'),
    ).toMatchObject({
      aliases: ['a=b', 'c=b'],
      allowedHosts: ['x'],
      allowRemote: true,
      port: 81,
    });
  });

  it.each([
    ['--port', 'many'],
    ['--port', '65536'],
    ['--port', ''],
    ['--log-level', 'loud'],
    ['--store'],
    ['extra'],
  ])('that mean nothing are refused: %s %s', (...args) => {
    const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    expect(() => read(...args.filter((arg) => arg !== undefined))).toThrow(
      expect.objectContaining({ name: 'CommanderError', exitCode: 1 }),
    );
    expect(write).toHaveBeenCalled();
    write.mockRestore();
  });
});
