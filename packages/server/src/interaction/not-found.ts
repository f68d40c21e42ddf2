import { ServerError } from '../error.ts';

/** Told alike for an id that never was, was deleted or has expired, so that an id cannot be probed. */
export function notFound(id: string, path?: string): ServerError {
  return new ServerError({
    code: 'not_found',
    message: `Interaction ${quote(id)} was not found or has expired.`,
    ...(path === undefined ? {} : { path }),
  });
}

/** An id is a client's text: it is shown short, and without characters that a terminal would obey. */
function quote(id: string): string {
  const shown = id.replace(/[^\x20-\x7e]/g, '?');
  return shown.length > 80 ? `${shown.slice(0, 80)}...` : shown;
}
