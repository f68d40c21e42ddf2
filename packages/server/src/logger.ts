type Log = (fields: Readonly<Record<string, unknown>>, message: string) => void;

/** Where the server writes what happened; a pino logger fits. Fields never hold keys, headers or query strings. */
export interface Logger {
  readonly debug: Log;
  readonly info: Log;
  readonly warn: Log;
  readonly error: Log;
}

/** Writes nothing; the default of an embedded server. */
export const silentLogger: Logger = { debug: drop, info: drop, warn: drop, error: drop };

function drop(): void {}
