import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Logger } from './contract/runtime.ts';
import {
  getLogger,
  isLogged,
  LogLevel,
  resetLogger,
  resetWarnings,
  setLogger,
  setLogLevel,
  warnOnce,
} from './logger.ts';

const lines: string[] = [];
const recorder: Logger = {
  debug: (...values) => lines.push(`debug ${values.join(' ')}`),
  info: (...values) => lines.push(`info ${values.join(' ')}`),
  warn: (...values) => lines.push(`warn ${values.join(' ')}`),
  error: (...values) => lines.push(`error ${values.join(' ')}`),
};

beforeEach(() => {
  lines.length = 0;
  setLogger(recorder);
  resetWarnings();
});

afterEach(() => {
  resetLogger();
  setLogLevel(LogLevel.WARN);
});

function writeAll(): void {
  for (const method of ['debug', 'info', 'warn', 'error'] as const) {
    getLogger()[method]('a', 1);
  }
}

describe('the logger', () => {
  it('writes warnings and errors by default', () => {
    writeAll();
    expect(lines).toEqual(['warn a 1', 'error a 1']);
  });

  it.each([
    [LogLevel.DEBUG, ['debug a 1', 'info a 1', 'warn a 1', 'error a 1']],
    [LogLevel.INFO, ['info a 1', 'warn a 1', 'error a 1']],
    [LogLevel.ERROR, ['error a 1']],
  ])('writes from level %i upwards', (level, expected) => {
    setLogLevel(level);
    writeAll();
    expect(lines).toEqual(expected);
  });

  it('says beforehand whether a line would be written', () => {
    expect([isLogged(LogLevel.DEBUG), isLogged(LogLevel.WARN)]).toEqual([false, true]);
  });

  it('is silent where null was set, as in ADK', () => {
    setLogger(null);
    writeAll();
    expect(lines).toEqual([]);
  });

  it('stays the same object when another logger is set, so that it can be kept', () => {
    const kept = getLogger();
    setLogger(null);
    setLogger(recorder);
    kept.error('late');
    expect(lines).toEqual(['error late']);
  });
});

describe('a warning that is given once', () => {
  it('is given for each key', () => {
    warnOnce('a', 'first');
    warnOnce('a', 'again');
    warnOnce('b', 'other');
    expect(lines).toEqual(['warn first', 'warn other']);
  });

  it('is given again after a reset', () => {
    warnOnce('a', 'first');
    resetWarnings();
    warnOnce('a', 'first');
    expect(lines).toEqual(['warn first', 'warn first']);
  });

  it('goes to the logger that is passed', () => {
    const own: string[] = [];
    warnOnce('a', 'first', { ...recorder, warn: (message) => own.push(String(message)) });
    expect([lines, own]).toEqual([[], ['first']]);
  });
});
