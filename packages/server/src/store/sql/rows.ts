import {
  encodeStep,
  INTERACTION_STATUSES,
  parseInteraction,
  parseStep,
  parseStreamEvent,
  type ReceivedStep,
  type StreamEvent,
} from '@catenary/protocol';
import { z } from 'zod';
import type { InteractionRecord, StoredEvent } from '../store.ts';
import type { SqlRow } from './sql-driver.ts';

const interactionRow = z.object({
  id: z.string(),
  previous_id: z.string().nullable(),
  status: z.enum(INTERACTION_STATUSES),
  model: z.string(),
  created_ms: z.number(),
  updated_ms: z.number(),
  usage: z.string().nullable(),
  errors: z.string().nullable(),
});

const faults = z.array(z.object({ code: z.string(), message: z.string() }));

/** Reads a row of the table `interaction`. */
export function toInteractionRecord(row: SqlRow): InteractionRecord {
  const { id, previous_id, status, model, created_ms, updated_ms, ...json } = interactionRow.parse(row);
  const { usage } = parseInteraction({
    status,
    usage: json.usage === null ? undefined : JSON.parse(json.usage),
  });
  return {
    id,
    ...(previous_id === null ? {} : { previousId: previous_id }),
    status,
    model,
    createdAtMs: created_ms,
    updatedAtMs: updated_ms,
    ...(usage == null ? {} : { usage }),
    ...(json.errors === null ? {} : { errors: faults.parse(JSON.parse(json.errors)) }),
  };
}

const eventRow = z.object({ seq: z.number(), json: z.string() });

/** Reads a row of the table `event`. */
export function toStoredEvent(row: SqlRow): StoredEvent {
  const { seq, json } = eventRow.parse(row);
  return { seq, event: parseStreamEvent(JSON.parse(json)) };
}

const stepRow = z.object({ origin: z.enum(['input', 'output']), json: z.string() });

/** Reads a row of the table `step`. */
export function toOwnStep(row: SqlRow): { readonly origin: 'input' | 'output'; readonly step: ReceivedStep } {
  const { origin, json } = stepRow.parse(row);
  return { origin, step: parseStep(JSON.parse(json)) };
}

// Text of the wire may hold a lone surrogate or a zero character, and SQLite text neither; JSON escapes both.

export function fromStep(step: ReceivedStep): string {
  return JSON.stringify(encodeStep(step));
}

/** An event that this server made has no unknown variants, so it is its own encoding. */
export function fromEvent(event: StreamEvent): string {
  return JSON.stringify(event);
}
