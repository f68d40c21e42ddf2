import { z } from 'zod';
import { describeIssues } from './describe-issues.ts';
import { ProtocolError, type ProtocolErrorCode } from './error.ts';
import { received, written } from './schema/families.ts';
import { isJsonObject } from './schema/json.ts';
import type {
  CreateInteractionRequest,
  ErrorDetail,
  Interaction,
  ReceivedInteraction,
  ReceivedStep,
  ReceivedStreamEvent,
} from './types.ts';

/**
 * Reads the body of a create request, strictly.
 * Throws `invalid_request`, or `parameter_unknown` for a field that the protocol does not have; both with a `path`.
 */
export function parseCreateInteractionRequest(value: unknown): CreateInteractionRequest {
  const result = written.createRequest.safeParse(value);
  if (result.success) {
    return result.data;
  }
  const fault = describeIssues(result.error.issues);
  const where = fault.path === '' ? 'The request' : fault.path;
  throw new ProtocolError({
    code: fault.isUnknownField ? 'parameter_unknown' : 'invalid_request',
    message: fault.isUnknownField
      ? `Unknown parameter: ${fault.path}.`
      : `${where} is invalid: ${fault.message}.`,
    path: fault.path,
    cause: result.error,
  });
}

/** Reads an interaction that arrived; throws `malformed_resource` with a `path`. */
export function parseInteraction(value: unknown): ReceivedInteraction {
  return read(received.interaction, value, 'malformed_resource', 'The interaction');
}

/** Reads a step that arrived; throws `malformed_resource` with a `path`. */
export function parseStep(value: unknown): ReceivedStep {
  return read(received.step, value, 'malformed_resource', 'The step');
}

/**
 * Reads the JSON of a stream event; throws `malformed_event` with a `path`.
 * Two names of the migration time, `interaction.in_progress` and `interaction.requires_action`, are read as status
 * updates, and a bare error object as an error event.
 */
export function parseStreamEvent(value: unknown): ReceivedStreamEvent {
  return read(received.streamEvent, withAliases(value), 'malformed_event', 'The stream event');
}

/** Writes an interaction as it goes over the wire: unknown variants go back as they came. */
export function encodeInteraction(interaction: ReceivedInteraction | Interaction): unknown {
  return write(received.interaction, interaction, 'The interaction');
}

/** Writes a step as it goes over the wire. */
export function encodeStep(step: ReceivedStep): unknown {
  return write(received.step, step, 'The step');
}

/** Writes a stream event as it goes over the wire. */
export function encodeStreamEvent(event: ReceivedStreamEvent): unknown {
  return write(received.streamEvent, event, 'The stream event');
}

/**
 * Finds code and message in the body of a failed answer: the protocol's own form, the gateway's form with a number and a
 * `status` word, or that one inside an array. Returns `undefined` for anything else.
 */
export function parseErrorBody(value: unknown): ErrorDetail | undefined {
  const body = Array.isArray(value) ? value[0] : value;
  const error = isJsonObject(body) ? body.error : undefined;
  if (!isJsonObject(error)) {
    return undefined;
  }
  const word = typeof error.code === 'string' ? error.code : error.status;
  return {
    ...(typeof word === 'string' ? { code: word.toLowerCase() } : {}),
    ...(typeof error.message === 'string' ? { message: error.message } : {}),
  };
}

function read<T>(schema: z.ZodType<T>, value: unknown, code: ProtocolErrorCode, what: string): T {
  const result = schema.safeParse(value);
  if (result.success) {
    return result.data;
  }
  throw unreadable(result.error, code, what);
}

function write<T>(schema: z.ZodType<T>, value: T, what: string): unknown {
  const result = z.safeEncode(schema, value);
  if (result.success) {
    return result.data;
  }
  throw unreadable(result.error, 'unencodable', what);
}

function unreadable(error: z.ZodError, code: ProtocolErrorCode, what: string): ProtocolError {
  const fault = describeIssues(error.issues);
  const where = fault.path === '' ? '' : ` at ${fault.path}`;
  return new ProtocolError({
    code,
    message: `${what} cannot be read${where}: ${fault.message}.`,
    path: fault.path,
    cause: error,
  });
}

const STATUS_ALIASES: Readonly<Record<string, string>> = {
  'interaction.in_progress': 'in_progress',
  'interaction.requires_action': 'requires_action',
};

function withAliases(value: unknown): unknown {
  if (!isJsonObject(value)) {
    return value;
  }
  const type = value.event_type;
  if (type === undefined && 'error' in value) {
    return { event_type: 'error', error: parseErrorBody(value) ?? {} };
  }
  if (type === 'step.delta') {
    return withSummaryType(value);
  }
  const status =
    typeof type === 'string' && Object.hasOwn(STATUS_ALIASES, type) ? STATUS_ALIASES[type] : undefined;
  return status === undefined ? value : { status, ...value, event_type: 'interaction.status_update' };
}

/** Some agents stream summaries whose content names no type. */
function withSummaryType(value: Record<string, unknown>): unknown {
  const delta = value.delta;
  if (!isJsonObject(delta) || delta.type !== 'thought_summary') {
    return value;
  }
  const content = delta.content;
  return isJsonObject(content) && content.type === undefined && typeof content.text === 'string'
    ? { ...value, delta: { ...delta, content: { type: 'text', ...content } } }
    : value;
}
