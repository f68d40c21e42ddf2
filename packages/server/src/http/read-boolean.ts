import { ServerError } from '../error.ts';

/** Reads a flag of a query; absent is false. Throws `ServerError` `invalid_request` for other words than true and false. */
export function readBoolean(name: string, text: string | undefined): boolean {
  if (text === undefined || text === 'false') {
    return false;
  }
  if (text === 'true') {
    return true;
  }
  throw new ServerError({ code: 'invalid_request', message: `${name} must be true or false.`, path: name });
}
