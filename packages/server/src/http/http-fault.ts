/**
 * A request that never reached the API. Its code is the name of the HTTP status, as the protocol has it for what its own codes
 * do not cover.
 */
export class HttpFault extends Error {
  readonly status: 403 | 404 | 405 | 413 | 415 | 503;
  readonly code: string;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: HttpFault['status'], message: string, headers: Readonly<Record<string, string>> = {}) {
    super(message);
    this.name = 'HttpFault';
    this.status = status;
    this.code = CODES[status];
    this.headers = headers;
  }
}

const CODES = {
  403: 'permission_denied',
  404: 'not_found',
  405: 'method_not_allowed',
  413: 'payload_too_large',
  415: 'unsupported_media_type',
  503: 'service_unavailable',
} as const;
