import type { Content, Part } from '@google/genai';
import type { LlmRequest } from '../../../contract/llm-request.ts';

/**
 * The contents that a request puts on the wire. A runner's contents are already what the chain has not seen, canned replies
 * among them, and so is everything that starts a chain. Contents that a program gathered itself, with the id of an earlier
 * answer, are cut to the current turn: the user's contents at the end and, of the model's content right before them,
 * thoughts with a signature. A function call that the server holds is never sent again.
 */
export function currentTurn(request: LlmRequest): readonly Content[] {
  const { contents, previousInteractionId, replaySteps } = request;
  return previousInteractionId === undefined || replaySteps !== undefined ? contents : cut(contents);
}

function cut(contents: readonly Content[]): readonly Content[] {
  const start = contents.findLastIndex(isSaidByModel) + 1;
  if (start === contents.length) {
    return [];
  }
  const signed = (contents[start - 1]?.parts ?? []).filter(isSignedThought);
  const turn = contents.slice(start);
  return signed.length === 0 ? turn : [{ role: 'model', parts: signed }, ...turn];
}

function isSaidByModel({ role }: Content): boolean {
  return role === 'model';
}

/** Calls carry signatures, too; their thought alone may be told twice. */
function isSignedThought(part: Part): boolean {
  return part.thought === true && part.thoughtSignature !== undefined && part.functionCall === undefined;
}
