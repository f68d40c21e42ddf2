import { pino } from 'pino';
import type { Logger } from '../logger.ts';

export const LOG_LEVELS = ['debug', 'info', 'warn', 'error', 'silent'] as const;

export type LogLevel = (typeof LOG_LEVELS)[number];

/** Writes JSON lines to stderr; stdout is for the one line that says where the server is. */
export function createLogger(level: LogLevel): Logger {
  const logger = pino(
    { name: 'catenary-server', level, serializers: { error: pino.stdSerializers.err } },
    // Written at once: a line about a crash must not be lost in a buffer.
    pino.destination({ dest: 2, sync: true }),
  );
  return {
    debug: (fields, message) => logger.debug(fields, message),
    info: (fields, message) => logger.info(fields, message),
    warn: (fields, message) => logger.warn(fields, message),
    error: (fields, message) => logger.error(fields, message),
  };
}
