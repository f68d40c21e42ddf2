/** Where lines for people go. `debug` may hold whole requests and responses, with keys redacted. */
export interface Logger {
  debug(...values: unknown[]): void;
  info(...values: unknown[]): void;
  warn(...values: unknown[]): void;
  error(...values: unknown[]): void;
}

/** What a run takes from outside: a test fixes it without patching modules. */
export interface Runtime {
  /** Epoch milliseconds. */
  now(): number;
  /** A fresh unguessable id, without prefix. */
  newId(): string;
  readonly logger: Logger;
}
