import { AgentsError } from '../error.ts';

/** The error for a request that would put nothing on the wire, over either API. */
export function emptyRequest(): AgentsError {
  return new AgentsError({
    code: 'invalid_argument',
    message: 'The request has nothing to say: its contents are empty.',
    hint: 'A message without text, or a callback that took everything out of request.contents; leave at least one part.',
  });
}
