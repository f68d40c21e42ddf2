import { statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { StartError, type StartErrorCode } from '../start-error.ts';
import { openLibsqlDriver } from './sql/libsql-driver.ts';
import { migrate } from './sql/migrate.ts';
import { createSqliteStore } from './sql/sqlite-store.ts';
import type { Store } from './store.ts';

/** Long enough for a server that is just stopping; the wait blocks, and happens once, at the start. */
const BUSY_TIMEOUT_MS = 2_000;

/**
 * Opens a store: `memory` (gone with the process) or `sqlite:PATH` (a file, made where there is none; relative paths start
 * at the working directory). A file has one server at a time.
 * Throws `StartError`: `invalid_option`, `store_unavailable`, `store_in_use`, `store_unreadable`, `store_foreign`,
 * `store_too_new`.
 */
export async function openStore(name: string): Promise<Store> {
  const path = readPath(name);
  try {
    const driver = await openLibsqlDriver(path, { busyTimeoutMs: BUSY_TIMEOUT_MS });
    try {
      migrate(driver, name);
      return createSqliteStore(driver, name);
    } catch (error) {
      driver.close();
      throw error;
    }
  } catch (error) {
    throw toStartError(error, name, path);
  }
}

function readPath(name: string): string {
  if (name === 'memory') {
    return ':memory:';
  }
  const given = /^sqlite:(.+)$/s.exec(name)?.[1];
  if (given === undefined || given.includes('\0')) {
    throw new StartError({
      code: 'invalid_option',
      message: `There is no store "${name}".`,
      hint: 'Use memory, or sqlite: and the path of a file, as sqlite:./catenary.db.',
    });
  }
  const path = resolve(given);
  const folder = statSync(dirname(path), { throwIfNoEntry: false });
  if (folder === undefined || !folder.isDirectory()) {
    throw new StartError({
      code: 'store_unavailable',
      message: `The folder ${dirname(path)} of the store does not exist.`,
      hint: 'Make the folder first; the server makes only the file in it.',
    });
  }
  if (statSync(path, { throwIfNoEntry: false })?.isFile() === false) {
    throw new StartError({
      code: 'store_unavailable',
      message: `The store ${path} is not a file.`,
      hint: 'Name a file, as sqlite:./catenary.db.',
    });
  }
  return path;
}

function toStartError(cause: unknown, name: string, path: string): StartError {
  if (StartError.isInstance(cause)) {
    return cause;
  }
  const sqliteCode = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  const refuse = (code: StartErrorCode, message: string, hint: string) =>
    new StartError({ code, message, hint, cause });
  if (/^SQLITE_(BUSY|LOCKED)/.test(sqliteCode)) {
    return refuse(
      'store_in_use',
      `The store ${path} is held by another server.`,
      'Stop that server, or name another file: one server owns a file.',
    );
  }
  if (/^SQLITE_(NOTADB|CORRUPT)/.test(sqliteCode)) {
    return refuse(
      'store_unreadable',
      `The store ${path} is damaged or not a SQLite database.`,
      'Name another file, or put back a copy of this one.',
    );
  }
  return refuse(
    'store_unavailable',
    `The store ${name} cannot be opened: ${cause instanceof Error ? cause.message : String(cause)}.`,
    'Check that the file and its folder may be read and written.',
  );
}
