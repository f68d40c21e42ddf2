import { parseStep } from '@catenary/protocol';
import { z } from 'zod';
import { toEventId } from '../event-id.ts';
import type { Commit, InteractionEnd, InteractionFault, NewInteraction, Store } from '../store.ts';
import { fromEvent, fromStep, toInteractionRecord, toOwnStep, toStoredEvent } from './rows.ts';
import type { SqlDriver } from './sql-driver.ts';
import { prepareStatements } from './statements.ts';

/** A store on a driver whose database has the newest schema. */
export function createSqliteStore(driver: SqlDriver, name: string): Store {
  const sql = prepareStatements(driver);

  const write = (id: string, commit: Commit): void => {
    for (const { seq, event } of commit.events) {
      sql.insertEvent.run(id, seq, fromEvent(event));
    }
    for (const { index, step } of commit.steps) {
      sql.insertStep.run(id, 'output', index, fromStep(step));
    }
  };
  /** Whether the interaction is still running; ends it when the commit says so. */
  const touch = (id: string, end: InteractionEnd | undefined, atMs: number): boolean =>
    sql.touch.run(end?.status ?? 'in_progress', atMs, toJson(end?.usage), toJson(end?.errors), id) > 0;

  const create = (interaction: NewInteraction, commit: Commit): void => {
    const { id, previousId, model, createdAtMs, input } = interaction;
    driver.transaction(() => {
      sql.insertInteraction.run(
        id,
        previousId ?? null,
        commit.end?.status ?? 'in_progress',
        model,
        createdAtMs,
        commit.atMs,
        toJson(commit.end?.usage),
        toJson(commit.end?.errors),
      );
      for (const [index, step] of input.entries()) {
        sql.insertStep.run(id, 'input', index, fromStep(step));
      }
      write(id, commit);
    });
  };

  const append = (id: string, commit: Commit): boolean =>
    driver.transaction(() => {
      const isRunning = touch(id, commit.end, commit.atMs);
      if (isRunning) {
        write(id, commit);
      }
      return isRunning;
    });

  const readChain = (id: string) => {
    const rows = sql.readChain.all(id).map((row) => chainRow.parse(row));
    const oldest = rows[0];
    if (oldest === undefined || oldest.previous_id !== null) {
      return undefined;
    }
    return rows.flatMap(({ json }) => (json === null ? [] : [parseStep(JSON.parse(json))]));
  };

  const failAbandoned = (fault: InteractionFault, atMs: number): number =>
    driver.transaction(() => {
      const abandoned = sql.findRunning.all().map((row) => runningRow.parse(row));
      for (const { id, next_seq: seq } of abandoned) {
        touch(id, { status: 'failed', errors: [fault] }, atMs);
        sql.insertEvent.run(
          id,
          seq,
          fromEvent({ event_type: 'error', error: fault, event_id: toEventId(seq) }),
        );
      }
      return abandoned.length;
    });

  return {
    name,
    // Every method is async, so that what the driver throws reaches the caller as a rejection.
    create: async (interaction, commit) => create(interaction, commit),
    append: async (id, commit) => append(id, commit),
    find: async (id) => {
      const row = sql.findInteraction.get(id);
      return row === undefined ? undefined : toInteractionRecord(row);
    },
    readSteps: async (id) => {
      const steps = sql.readSteps.all(id).map(toOwnStep);
      return {
        input: steps.filter(({ origin }) => origin === 'input').map(({ step }) => step),
        output: steps.filter(({ origin }) => origin === 'output').map(({ step }) => step),
      };
    },
    readChain: async (id) => readChain(id),
    readEvents: async (id, { afterSeq, limit }) => sql.readEvents.all(id, afterSeq, limit).map(toStoredEvent),
    delete: async (id) => sql.deleteInteraction.run(id) > 0,
    failAbandoned: async (fault, atMs) => failAbandoned(fault, atMs),
    close: async () => driver.close(),
  };
}

const chainRow = z.object({ previous_id: z.string().nullable(), json: z.string().nullable() });
const runningRow = z.object({ id: z.string(), next_seq: z.number() });

function toJson(value: unknown): string | null {
  return value === undefined ? null : JSON.stringify(value);
}
