import { z } from 'zod';
import { canonicalEvent } from './canonical-event.ts';
import { describeIssues } from './describe-issues.ts';
import { ProtocolError, type ProtocolErrorCode } from './error.ts';
import { received } from './schema/families.ts';
import type { Interaction, ReceivedInteraction, ReceivedStep, ReceivedStreamEvent } from './types.ts';

/** Reads an interaction that arrived; throws `malformed_resource` with a `path`. */
export function parseInteraction(value: unknown): ReceivedInteraction {
  return read(received().interaction, value, 'malformed_resource', 'The interaction');
}

/** Reads a step that arrived; throws `malformed_resource` with a `path`. */
export function parseStep(value: unknown): ReceivedStep {
  return read(received().step, value, 'malformed_resource', 'The step');
}

/**
 * Reads the JSON of a stream event; throws `malformed_event` with a `path`. Forms that other servers have sent are read as
 * the event they stand for; see `canonicalEvent`.
 */
export function parseStreamEvent(value: unknown): ReceivedStreamEvent {
  return read(received().streamEvent, canonicalEvent(value), 'malformed_event', 'The stream event');
}

/** Writes an interaction as it goes over the wire: unknown variants go back as they came. */
export function encodeInteraction(interaction: ReceivedInteraction | Interaction): unknown {
  return write(received().interaction, interaction, 'The interaction');
}

/** Writes a step as it goes over the wire. */
export function encodeStep(step: ReceivedStep): unknown {
  return write(received().step, step, 'The step');
}

/** Writes a stream event as it goes over the wire. */
export function encodeStreamEvent(event: ReceivedStreamEvent): unknown {
  return write(received().streamEvent, event, 'The stream event');
}

function read<T>(schema: z.ZodType<T>, value: unknown, code: ProtocolErrorCode, what: string): T {
  const result = schema.safeParse(value);
  if (result.success) {
    return result.data;
  }
  throw unreadable(result.error, value, code, what);
}

function write<T>(schema: z.ZodType<T>, value: T, what: string): unknown {
  const result = z.safeEncode(schema, value);
  if (result.success) {
    return result.data;
  }
  throw unreadable(result.error, value, 'unencodable', what);
}

function unreadable(error: z.ZodError, value: unknown, code: ProtocolErrorCode, what: string): ProtocolError {
  const { path, message } = describeIssues(error.issues, value);
  const verb = code === 'unencodable' ? 'written' : 'read';
  const where = path === '' ? '' : ` at ${path}`;
  return new ProtocolError({
    code,
    message: `${what} cannot be ${verb}${where}: ${message}.`,
    ...(path === '' ? {} : { path }),
    cause: error,
  });
}
