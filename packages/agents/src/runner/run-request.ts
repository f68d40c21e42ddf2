import type { Content, Part } from '@google/genai';
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

/**
 * Throws `invalid_argument` for a message that says nothing, or has a part that no model could be sent. Asked before the message
 * is stored: it would be sent again with every later turn, and none of them could be answered.
 */
export function checkMessage(message: Content | undefined): void {
  const parts = message?.parts ?? [];
  if (parts.every(isEmptyText)) {
    throw new AgentsError({
      code: 'invalid_argument',
      message: parts.length === 0 ? 'The message has no parts.' : 'The message is an empty text.',
      hint: "Give newMessage: { role: 'user', parts: [{ text: '...' }] }.",
    });
  }
  for (const [index, part] of parts.entries()) {
    const fault = faultOf(part);
    if (fault !== undefined) {
      throw new AgentsError({
        code: 'invalid_argument',
        message: `The message cannot be sent: parts[${index}] ${fault}.`,
        hint: 'Send text, media with data or a fileUri, or results of plain JSON.',
      });
    }
  }
}

function faultOf(part: Part): string | undefined {
  if (!isObject(part) || Object.values(part).every((value) => value === undefined)) {
    return 'holds nothing';
  }
  const { inlineData, fileData, functionResponse } = part;
  if (inlineData !== undefined && !inlineData.data?.length) {
    return 'has inlineData without data (base64 or bytes)';
  }
  if (fileData !== undefined && !fileData.fileUri) {
    return 'has fileData without a fileUri';
  }
  return isJson(functionResponse?.response) ? undefined : 'has a result that cannot be written as JSON';
}

function isEmptyText(part: Part): boolean {
  return isObject(part) && part.text === '' && Object.keys(part).length === 1;
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}

function isJson(value: unknown): boolean {
  try {
    JSON.stringify(value);
    return true;
  } catch {
    return false;
  }
}
