import { AgentsError } from '../error.ts';

/** What a tool throws when it could not do its work; the model is told the message. */
export function toolFailed(name: string, cause: unknown): AgentsError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new AgentsError({
    code: 'tool_failed',
    message: `Error in tool '${name}': ${reason}`,
    cause,
  });
}
