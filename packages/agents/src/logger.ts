import type { Logger } from './contract/runtime.ts';

/** How much is logged, least first in value, most first in volume. */
export const LogLevel = { DEBUG: 0, INFO: 1, WARN: 2, ERROR: 3 } as const;
export type LogLevel = (typeof LogLevel)[keyof typeof LogLevel];

// biome-ignore lint/suspicious/noConsole: the one place where lines leave the package.
const toStderr = (...values: unknown[]): void => console.error(...values);

/** In a process everything goes to stderr, debug lines included: stdout belongs to the program. */
const consoleLogger: Logger =
  typeof process === 'object' && process.versions?.node !== undefined
    ? { debug: toStderr, info: toStderr, warn: toStderr, error: toStderr }
    : console;

const silent: Logger = { debug() {}, info() {}, warn() {}, error() {} };

let level: LogLevel = LogLevel.WARN;
let target = consoleLogger;
const warned = new Set<string>();

/** The least important level that is logged; default `WARN`. Applies to the default logger and to a custom one alike. */
export function setLogLevel(next: LogLevel): void {
  level = next;
}

/** Sends every line to `logger` in place of the console; `null` sends none anywhere. */
export function setLogger(logger: Logger | null): void {
  target = logger ?? silent;
}

/** Goes back to the console. */
export function resetLogger(): void {
  target = consoleLogger;
}

/** The logger that the package writes to, behind the level. */
export function getLogger(): Logger {
  return leveled;
}

/** True when a line of this level would be written: what costs something to describe asks first. */
export function isLogged(candidate: LogLevel): boolean {
  return candidate >= level;
}

/** Warns once for each key in this process, so that a setting which is not sent does not fill the log. */
export function warnOnce(key: string, message: string, logger: Logger = leveled): void {
  if (!warned.has(key)) {
    warned.add(key);
    logger.warn(message);
  }
}

/** Forgets which warnings were given, so that each test starts alike. */
export function resetWarnings(): void {
  warned.clear();
}

const write = (candidate: LogLevel, method: keyof Logger, values: readonly unknown[]) => {
  if (isLogged(candidate)) {
    target[method](...values);
  }
};

const leveled: Logger = {
  debug: (...values) => write(LogLevel.DEBUG, 'debug', values),
  info: (...values) => write(LogLevel.INFO, 'info', values),
  warn: (...values) => write(LogLevel.WARN, 'warn', values),
  error: (...values) => write(LogLevel.ERROR, 'error', values),
};
