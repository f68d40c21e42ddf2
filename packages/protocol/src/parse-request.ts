import type { z } from 'zod';
import { describeIssues } from './describe-issues.ts';
import { ProtocolError } from './error.ts';
import { written } from './schema/families.ts';
import { isJsonObject, type JsonObject } from './schema/json.ts';
import type { CreateInteractionRequest } from './types.ts';

/**
 * Reads the body of a create request, strictly, and brings its `input` into one of the four forms.
 * Throws `parameter_unknown` for a field that the protocol does not have, `invalid_request` for anything else; with the
 * `path` of the fault, unless it is the body as a whole.
 */
export function parseCreateInteractionRequest(value: unknown): CreateInteractionRequest {
  if (!isJsonObject(value)) {
    throw invalid(undefined, 'The request is invalid: expected an object.');
  }
  const isForAgent = Object.hasOwn(value, 'agent');
  if (isForAgent === Object.hasOwn(value, 'model')) {
    throw invalid(
      'model',
      `The request has ${isForAgent ? 'both' : 'neither'} "model" ${isForAgent ? 'and' : 'nor'} "agent".`,
      'Name exactly one of them.',
    );
  }
  return isForAgent
    ? read(written().agentRequest, value, ['generation_config', 'cached_content'], 'agent')
    : read(written().modelRequest, value, ['agent_config'], 'model');
}

function read<T>(schema: z.ZodType<T>, body: JsonObject, foreign: readonly string[], kind: string): T {
  const excluded = foreign.find((field) => Object.hasOwn(body, field));
  if (excluded !== undefined) {
    throw invalid(excluded, `${excluded} cannot be combined with "${kind}".`);
  }
  const result = schema.safeParse(body);
  if (result.success) {
    return result.data;
  }
  const { path, message, isUnknownField } = describeIssues(result.error.issues, body);
  throw new ProtocolError({
    code: isUnknownField ? 'parameter_unknown' : 'invalid_request',
    message: isUnknownField ? `Unknown parameter: ${path}.` : `${path} is invalid: ${message}.`,
    path,
    cause: result.error,
  });
}

function invalid(path: string | undefined, message: string, hint?: string): ProtocolError {
  return new ProtocolError({
    code: 'invalid_request',
    message,
    ...(path === undefined ? {} : { path }),
    ...(hint === undefined ? {} : { hint }),
  });
}
