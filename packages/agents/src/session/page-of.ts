import type { ListSessionsRequest, ListSessionsResponse } from '../contract/session.ts';
import { AgentsError } from '../error.ts';

/** Which part of a list is asked for. */
export interface Page extends Omit<ListSessionsResponse, 'sessions'> {
  /** Where the page begins, counted from 0. */
  readonly offset: number;
}

/** Works out a page: everything without `limit`, and `page` before `offset`. Throws `invalid_argument` for odd numbers. */
export function pageOf(request: ListSessionsRequest, totalItems: number): Page {
  const { limit, offset, page } = request;
  checkCount('limit', limit, 1);
  checkCount('offset', offset, 0);
  checkCount('page', page, 1);
  if (page !== undefined && limit === undefined) {
    throw invalid('page', page, 'also needs `limit`, the size of a page');
  }
  const size = limit ?? totalItems;
  const start = page === undefined ? (offset ?? 0) : (page - 1) * size;
  return {
    offset: start,
    limit: size,
    page: page ?? (size === 0 ? 1 : Math.floor(start / size) + 1),
    totalItems,
    totalPages: size === 0 ? 0 : Math.ceil(totalItems / size),
  };
}

function checkCount(name: string, value: number | undefined, least: number): void {
  if (value !== undefined && (!Number.isSafeInteger(value) || value < least)) {
    throw invalid(name, value, `must be a whole number of at least ${least}`);
  }
}

function invalid(name: string, value: number, rule: string): AgentsError {
  return new AgentsError({
    code: 'invalid_argument',
    message: `listSessions got ${name} ${value}, which ${rule}.`,
    hint: 'Pages are counted from 1, offsets from 0.',
  });
}
