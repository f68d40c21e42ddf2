/** What a statement may be given. Drivers differ on everything else; booleans even end the process in one of them. */
export type SqlValue = string | number | null;

/** A row as the driver returns it; read it with a schema. */
export type SqlRow = Readonly<Record<string, unknown>>;

export interface SqlStatement {
  /** Returns how many rows were changed. */
  run(...values: readonly SqlValue[]): number;
  get(...values: readonly SqlValue[]): SqlRow | undefined;
  all(...values: readonly SqlValue[]): SqlRow[];
}

/** The thin port behind which a SQLite driver stands. Calls are synchronous and run on one connection. */
export interface SqlDriver {
  exec(sql: string): void;
  prepare(sql: string): SqlStatement;
  /** Runs `work` in a transaction that holds the write lock from its start; rolls back when it throws. */
  transaction<T>(work: () => T): T;
  close(): void;
}
