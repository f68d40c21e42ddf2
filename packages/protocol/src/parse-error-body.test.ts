import { expect, it } from 'vitest';
import { ERROR_CODES } from './error-codes.ts';
import { parseErrorBody } from './parse-error-body.ts';

it.each([
  ["the API's own form", { error: { code: 'not_found', message: 'Gone.' } }, 'not_found'],
  ['a code of a later version', { error: { code: 'tired', message: 'Gone.' } }, 'tired'],
  [
    "a gateway's form",
    { error: { code: 400, message: 'Gone.', status: 'INVALID_ARGUMENT' } },
    'invalid_request',
  ],
  [
    'a gateway word that is ours in capitals',
    { error: { code: 404, message: 'Gone.', status: 'NOT_FOUND' } },
    'not_found',
  ],
  ['a number alone', { error: { code: 429, message: 'Gone.' } }, 'rate_limit_exceeded'],
  ['a foreign number', { error: { code: 599, message: 'Gone.' } }, 'api_error'],
  ['a list', [{ error: { code: 503, message: 'Gone.', status: 'UNAVAILABLE' } }], 'service_unavailable'],
])('reads %s', (_, body, code) => {
  expect(parseErrorBody(body)).toEqual({ error: { code, message: 'Gone.' } });
});

it('reads an error without words', () => {
  expect(parseErrorBody({ error: { code: 'api_error' } })).toEqual({
    error: { code: 'api_error', message: '' },
  });
});

it.each([undefined, null, '<html>', [], {}, { error: 'no' }, { error: {} }, { error: { status: 4 } }])(
  'finds none in %j',
  (body) => {
    expect(parseErrorBody(body)).toBeUndefined();
  },
);

it('every code has an HTTP status of a failure, and only those that pass are retryable', () => {
  for (const { httpStatus, retryable } of Object.values(ERROR_CODES)) {
    expect(httpStatus).toBeGreaterThanOrEqual(400);
    expect(retryable).toBe([429, 500, 503, 504].includes(httpStatus));
  }
});
