import { getLogger, isLogged, LogLevel } from '../logger.ts';

/** Fields that hold keys of other services, wherever in a request they stand. */
const SECRET = /^(authorization|x-goog-api-key|api_?key|headers)$/i;

/** Logs a whole request or response at the debug level, with keys redacted. Costs nothing when that level is off. */
export function logWire(title: string, value: unknown): void {
  if (isLogged(LogLevel.DEBUG)) {
    getLogger().debug(title, JSON.stringify(value, redacted, 2));
  }
}

function redacted(key: string, value: unknown): unknown {
  return SECRET.test(key) && value !== undefined ? '[redacted]' : value;
}
