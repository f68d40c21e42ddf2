import { ServerError } from '../error.ts';
import type { InteractionFault } from '../store/store.ts';

/** What a client is told of an error: the words of a `ServerError`, and nothing of any other. */
export function toFault(error: unknown, otherwise: string): InteractionFault {
  if (ServerError.isInstance(error)) {
    return {
      code: error.code,
      message: error.hint === undefined ? error.message : `${error.message} ${error.hint}`,
    };
  }
  return { code: 'api_error', message: otherwise };
}
