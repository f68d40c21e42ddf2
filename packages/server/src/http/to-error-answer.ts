import { ERROR_CODES, ProtocolError } from '@catenary/protocol';
import { ServerError } from '../error.ts';
import { HttpFault } from './http-fault.ts';

/** An error as a client gets it. */
export interface ErrorAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: { readonly error: { readonly code: string; readonly message: string } };
}

/** The one place where errors become answers. What nobody meant to throw is a 500 without detail. */
export function toErrorAnswer(error: unknown): ErrorAnswer {
  if (error instanceof HttpFault) {
    return answer(error.status, error.code, error.message, error.headers);
  }
  if (ServerError.isInstance(error)) {
    const headers: Record<string, string> =
      error.retryAfterMs === undefined ? {} : { 'retry-after': String(Math.ceil(error.retryAfterMs / 1000)) };
    return answer(ERROR_CODES[error.code].httpStatus, error.code, withHint(error), headers);
  }
  if (
    error instanceof ProtocolError &&
    (error.code === 'invalid_request' || error.code === 'parameter_unknown')
  ) {
    return answer(400, error.code, withHint(error));
  }
  return answer(500, 'api_error', 'The server failed to answer.');
}

function answer(
  status: number,
  code: string,
  message: string,
  headers: Readonly<Record<string, string>> = {},
): ErrorAnswer {
  return { status, headers, body: { error: { code, message } } };
}

/** The body has a code and a message only, so where and what to do stand in the message. */
function withHint({ message, hint, path }: ServerError | ProtocolError): string {
  const where = path === undefined || path === '' || message.includes(path) ? '' : ` (at ${path})`;
  return `${message}${where}${hint === undefined ? '' : ` ${hint}`}`;
}
