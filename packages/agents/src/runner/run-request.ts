import type { Content } from '@google/genai';
import type { RunConfig } from '../contract/run-config.ts';
import { AgentsError } from '../error.ts';

/** A message, without saying on which session. */
export interface RunEphemeralRequest {
  readonly userId: string;
  /** At least one part. Results of earlier calls are handed in as `functionResponse` parts. */
  readonly newMessage: Content;
  /** Set together with the message. */
  readonly stateDelta?: Record<string, unknown>;
  readonly runConfig?: RunConfig;
  /** Ends the run at once and without an error; nothing is stored after that. */
  readonly abortSignal?: AbortSignal;
  /** Kept on the event of the message. */
  readonly customMetadata?: Record<string, unknown>;
}

/** A message for a session. */
export interface RunRequest extends RunEphemeralRequest {
  readonly sessionId: string;
}

/** Throws `invalid_argument` for a message that says nothing. */
export function checkMessage(message: Content | undefined): void {
  if (message?.parts === undefined || message.parts.length === 0) {
    throw new AgentsError({
      code: 'invalid_argument',
      message: 'The message has no parts.',
      hint: "Give newMessage: { role: 'user', parts: [{ text: '...' }] }.",
    });
  }
}
