interface ErrorCodeFacts {
  readonly httpStatus: number;
  /** Whether the same request may succeed later, after a pause. */
  readonly retryable: boolean;
}

const permanent = (httpStatus: number): ErrorCodeFacts => ({ httpStatus, retryable: false });
const passing = (httpStatus: number): ErrorCodeFacts => ({ httpStatus, retryable: true });

/**
 * The error codes of the API, each with the HTTP status it travels under.
 *
 * `aborted` is not retryable as it stands: the caller has to start again from a fresh read. The service's own clients
 * retry `409` and `501` all the same, so a server answers a permanent conflict with `failed_precondition`.
 */
export const ERROR_CODES = {
  invalid_request: permanent(400),
  failed_precondition: permanent(400),
  parameter_unknown: permanent(400),
  authentication: permanent(401),
  payment_required: permanent(402),
  permission_denied: permanent(403),
  not_found: permanent(404),
  model_not_found: permanent(404),
  already_exists: permanent(409),
  aborted: permanent(409),
  out_of_range: permanent(416),
  rate_limit_exceeded: passing(429),
  too_many_requests: passing(429),
  quota_exceeded: passing(429),
  cancelled: permanent(499),
  api_error: passing(500),
  unimplemented: permanent(501),
  service_unavailable: passing(503),
  deadline_exceeded: passing(504),
} as const satisfies Readonly<Record<string, ErrorCodeFacts>>;

/** One of the API's error codes. What arrives may hold others, so `ErrorBody` keeps a plain string. */
export type ErrorCode = keyof typeof ERROR_CODES;
