import { AgentsError } from '../error.ts';
import { describeThrown } from './describe-thrown.ts';

/** What a tool throws when it could not do its work; the model is told the message. */
export function toolFailed(name: string, cause: unknown): AgentsError {
  const reason = describeThrown(cause);
  return new AgentsError({
    code: 'tool_failed',
    message: `Error in tool '${name}': ${reason}`,
    cause,
  });
}
