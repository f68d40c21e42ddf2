import { ERROR_CODES } from './error-codes.ts';
import { isJsonObject, type JsonObject } from './schema/json.ts';

/** The body of a failed answer. */
export interface ErrorBody {
  readonly error: {
    /** One of `ErrorCode`, or a word of a later version. */
    readonly code: string;
    readonly message: string;
  };
}

/** The words that gateways in front of the API use, and the API's own for the same. */
const RPC_CODES: Readonly<Record<string, string>> = {
  INVALID_ARGUMENT: 'invalid_request',
  UNAUTHENTICATED: 'authentication',
  RESOURCE_EXHAUSTED: 'rate_limit_exceeded',
  INTERNAL: 'api_error',
  UNKNOWN: 'api_error',
  DATA_LOSS: 'api_error',
  UNAVAILABLE: 'service_unavailable',
};

/**
 * Finds code and message in the body of a failed answer: the API's own form, the gateway's (a number as `code`, a word in
 * capitals as `status`), or either inside a list. Codes of the gateway become those of the API.
 * Returns `undefined` for anything else; the HTTP status then says all there is.
 */
export function parseErrorBody(value: unknown): ErrorBody | undefined {
  const body: unknown = Array.isArray(value) ? value[0] : value;
  if (!(isJsonObject(body) && isJsonObject(body.error))) {
    return undefined;
  }
  const { error } = body;
  const code = wordOf(error);
  if (code === undefined) {
    return undefined;
  }
  return { error: { code, message: typeof error.message === 'string' ? error.message : '' } };
}

function wordOf(error: JsonObject): string | undefined {
  if (typeof error.code === 'string') {
    return error.code;
  }
  if (typeof error.status === 'string') {
    return Object.hasOwn(RPC_CODES, error.status) ? RPC_CODES[error.status] : error.status.toLowerCase();
  }
  if (typeof error.code === 'number') {
    return codeOfStatus(error.code);
  }
  return undefined;
}

function codeOfStatus(httpStatus: number): string {
  const known = Object.entries(ERROR_CODES).find(([, facts]) => facts.httpStatus === httpStatus);
  return known?.[0] ?? (httpStatus >= 500 ? 'api_error' : 'invalid_request');
}
