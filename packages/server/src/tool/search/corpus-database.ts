/** A prepared statement; rows come as arrays in the order of their columns. */
export interface CorpusStatement {
  run(...values: readonly (string | number)[]): void;
  all(...values: readonly (string | number)[]): readonly (readonly unknown[])[];
}

/** The little of SQLite that the corpus needs; the build must have FTS5. */
export interface CorpusDatabase {
  exec(sql: string): void;
  prepare(sql: string): CorpusStatement;
  close(): void;
}

/** Opens a database in memory. The driver is loaded here, so a server that never searches does not pay for it. */
export async function openCorpusDatabase(): Promise<CorpusDatabase> {
  const { default: Database } = await import('libsql');
  const database = new Database(':memory:');
  return {
    exec: (sql) => {
      database.exec(sql);
    },
    prepare: (sql) => {
      const statement = database.prepare(sql);
      return {
        run: (...values) => {
          statement.run(...values);
        },
        all: (...values) =>
          statement
            .raw()
            .all(...values)
            .map(toRow),
      };
    },
    close: () => {
      database.close();
    },
  };
}

function toRow(row: unknown): readonly unknown[] {
  if (!Array.isArray(row)) throw new Error(`A row is not an array: ${typeof row}.`);
  return row;
}
