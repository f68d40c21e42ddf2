import type { Database } from 'libsql';
import type { SqlDriver, SqlRow, SqlStatement } from './sql-driver.ts';

/**
 * Opens a SQLite file, or `:memory:`, by libsql, and takes it for this connection alone.
 * Whoever holds the file keeps everyone else out until it closes or its process ends: `SQLITE_BUSY` then.
 */
export async function openLibsqlDriver(
  path: string,
  options: { readonly busyTimeoutMs: number },
): Promise<SqlDriver> {
  const { default: Libsql } = await import('libsql');
  const database = new Libsql(path);
  try {
    database.exec(`pragma busy_timeout = ${options.busyTimeoutMs}`);
    database.exec('pragma locking_mode = exclusive');
    database.exec('pragma journal_mode = wal');
    database.exec('pragma synchronous = normal');
    database.exec('pragma foreign_keys = on');
    // Deleted text is overwritten, not only unlinked.
    database.exec('pragma secure_delete = on');
    // Opening reads nothing; this takes the lock and finds a file that is no database.
    database.exec('begin immediate; commit');
  } catch (error) {
    database.close();
    throw error;
  }
  return {
    exec: (sql) => {
      database.exec(sql);
    },
    prepare: (sql) => prepare(database, sql),
    transaction: (work) => transaction(database, work),
    close: () => close(database),
  };
}

function prepare(database: Database, sql: string): SqlStatement {
  const statement = database.prepare(sql);
  // libsql takes a lone object for named values, so positional ones go in as a list. Its rows come as unknown values, and
  // its `get` adds a member of its own to the row.
  const all = (values: readonly unknown[]) => statement.all(values) as SqlRow[];
  return {
    run: (...values) => statement.run(values).changes,
    get: (...values) => all(values)[0],
    all: (...values) => all(values),
  };
}

function transaction<T>(database: Database, work: () => T): T {
  database.exec('begin immediate');
  try {
    const result = work();
    database.exec('commit');
    return result;
  } catch (error) {
    if (database.inTransaction) {
      database.exec('rollback');
    }
    throw error;
  }
}

/**
 * libsql's `close` leaves the connection, and with it the lock, to the garbage collector as long as a prepared statement
 * is reachable. Leaving WAL mode writes everything into the one file and lets the lock go now.
 */
function close(database: Database): void {
  if (!database.open) {
    return;
  }
  try {
    database.exec('pragma journal_mode = delete');
    database.exec('pragma locking_mode = normal');
    // The mode changes with the next access.
    database.exec('begin; select count(*) from sqlite_schema; commit');
  } finally {
    database.close();
  }
}
