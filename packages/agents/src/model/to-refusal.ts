import { parseErrorBody } from '@catenary/protocol';
import { AgentsError } from '../error.ts';

/** An answer that says no. */
export interface RefusedAnswer {
  readonly status: number;
  /** The body as text, or what a client made of it. */
  readonly body: unknown;
  readonly headers: Pick<Headers, 'get'> | undefined;
  readonly cause?: unknown;
}

const MAX_QUOTED_LENGTH = 200;

/** The error for an answer that says no: the server's own code and message where it gave them. */
export function toRefusal({ status, body, headers, cause }: RefusedAnswer): AgentsError {
  const error = parseErrorBody(typeof body === 'string' ? parseJson(body) : body)?.error;
  const retryAfterMs = toRetryAfterMs(headers);
  return new AgentsError({
    code: 'request_refused',
    message: error?.message || `The server answered ${status}${quoted(body)}.`,
    status,
    // 501 says that it will never do that.
    retryable: status === 429 || (status >= 500 && status !== 501),
    ...(error === undefined ? {} : { serverCode: error.code }),
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
    ...(cause === undefined ? {} : { cause }),
  });
}

function quoted(body: unknown): string {
  const text = typeof body === 'string' ? body.trim() : '';
  return text === '' ? '' : `: ${text.slice(0, MAX_QUOTED_LENGTH)}`;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function toRetryAfterMs(headers: RefusedAnswer['headers']): number | undefined {
  const value = headers?.get('retry-after');
  if (value == null || value === '') {
    return undefined;
  }
  const ms = /^\d+(\.\d+)?$/.test(value) ? Number(value) * 1000 : Date.parse(value) - Date.now();
  return Number.isNaN(ms) ? undefined : Math.max(0, ms);
}
