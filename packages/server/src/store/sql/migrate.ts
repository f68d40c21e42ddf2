import { z } from 'zod';
import { StartError } from '../../start-error.ts';
import { MIGRATIONS } from './migrations.ts';
import type { SqlDriver } from './sql-driver.ts';

/** Marks a database file as ours; "CTNY" in ASCII. */
const APPLICATION_ID = 0x43544e59;

/**
 * Brings a database to the newest schema in one transaction, so that it is either at a version or at another.
 * Throws `StartError`: `store_foreign` for a database that is not ours, `store_too_new` for one of a later version.
 */
export function migrate(driver: SqlDriver, name: string): void {
  driver.transaction(() => {
    const version = readNumber(driver, 'select user_version as value from pragma_user_version');
    const owner = readNumber(driver, 'select application_id as value from pragma_application_id');
    const tables = readNumber(driver, 'select count(*) as value from sqlite_schema');
    if (owner !== APPLICATION_ID && tables > 0) {
      throw new StartError({
        code: 'store_foreign',
        message: `${name} is a database of another program.`,
        hint: 'Name a new file; it is made where there is none.',
      });
    }
    if (version > MIGRATIONS.length) {
      throw new StartError({
        code: 'store_too_new',
        message: `${name} has schema version ${version}; this server knows versions up to ${MIGRATIONS.length}.`,
        hint: 'Start the newer server that wrote the file, or name another file.',
      });
    }
    for (const sql of MIGRATIONS.slice(version)) {
      driver.exec(sql);
    }
    driver.exec(`pragma application_id = ${APPLICATION_ID}`);
    driver.exec(`pragma user_version = ${MIGRATIONS.length}`);
  });
}

const numberRow = z.object({ value: z.number() });

function readNumber(driver: SqlDriver, sql: string): number {
  return numberRow.parse(driver.prepare(sql).get()).value;
}
