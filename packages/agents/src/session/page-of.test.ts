import { describe, expect, it } from 'vitest';
import type { ListSessionsRequest } from '../contract/session.ts';
import { pageOf } from './page-of.ts';

const list = (paging: Partial<ListSessionsRequest>) => ({ appName: 'a', ...paging });

describe('a page of a list of 10', () => {
  it.each([
    [{}, { offset: 0, limit: 10, page: 1, totalPages: 1 }],
    [{ limit: 3 }, { offset: 0, limit: 3, page: 1, totalPages: 4 }],
    [
      { limit: 3, page: 2 },
      { offset: 3, limit: 3, page: 2, totalPages: 4 },
    ],
    [
      { limit: 3, page: 9 },
      { offset: 24, limit: 3, page: 9, totalPages: 4 },
    ],
    [
      { limit: 3, offset: 4 },
      { offset: 4, limit: 3, page: 2, totalPages: 4 },
    ],
    [
      { limit: 3, offset: 4, page: 1 },
      { offset: 0, limit: 3, page: 1, totalPages: 4 },
    ],
    [{ offset: 4 }, { offset: 4, limit: 10, page: 1, totalPages: 1 }],
  ])('asked for with %j', (paging, expected) => {
    expect(pageOf(list(paging), 10)).toEqual({ ...expected, totalItems: 10 });
  });

  it('of an empty list is the first of none', () => {
    expect(pageOf(list({}), 0)).toEqual({ offset: 0, limit: 0, page: 1, totalItems: 0, totalPages: 0 });
  });

  it.each([
    { limit: 0 },
    { limit: 1.5 },
    { limit: -1 },
    { offset: -1 },
    { limit: 3, page: 0 },
    { limit: Number.NaN },
    { page: 2 },
  ])('cannot be asked for with %j', (paging) => {
    expect(() => pageOf(list(paging), 10)).toThrow(expect.objectContaining({ code: 'invalid_argument' }));
  });
});
