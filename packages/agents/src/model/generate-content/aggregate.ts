import type { GenerateContentResponse, Part } from '@google/genai';
import type { LlmResponse } from '../../contract/llm-response.ts';
import { withCallId } from '../../event/call-id.ts';
import { toResponse } from './to-response.ts';

/** Puts the chunks of a streamed answer together. */
export interface ChunkAggregate {
  /** Takes the next chunk. Gives it back as a partial response; `undefined` when it says nothing new. */
  push(chunk: GenerateContentResponse): LlmResponse | undefined;
  /** True once a chunk has said how the answer ended. */
  readonly isComplete: boolean;
  /** The one final response: texts of one kind joined, each call once, the last usage, how it ended. */
  finish(): LlmResponse;
}

/**
 * A call that the model gives no id gets one from `newCallId` when it first appears, so that it is the same in the partial
 * and in the final response. Of texts that join, the first signature is kept.
 */
export function createChunkAggregate(newCallId: () => string): ChunkAggregate {
  const parts: Part[] = [];
  const callIds = new Set<string>();
  let facts: LlmResponse = {};

  const add = (part: Part): void => {
    const last = parts.at(-1);
    if (last !== undefined && joins(last, part)) {
      parts[parts.length - 1] = joined(last, part);
    } else if (part.text !== '' || part.thoughtSignature !== undefined) {
      parts.push(part);
    }
  };

  /** A call that is told again, by its id, is the same call. */
  const isNew = ({ functionCall }: Part): boolean => {
    if (functionCall?.id === undefined) {
      return true;
    }
    const isKnown = callIds.has(functionCall.id);
    callIds.add(functionCall.id);
    return !isKnown;
  };

  return {
    push: (chunk) => {
      const { content, ...rest } = toResponse(chunk);
      facts = { ...facts, ...rest };
      const news = (content?.parts ?? []).map((part) => withCallId(part, newCallId)).filter(isNew);
      for (const part of news) {
        add(part);
      }
      const shown = news.filter((part) => part.text !== '');
      const grounding =
        rest.groundingMetadata === undefined ? {} : { groundingMetadata: rest.groundingMetadata };
      if (shown.length > 0) {
        return { content: { role: 'model', parts: shown }, ...grounding, partial: true };
      }
      return rest.groundingMetadata === undefined ? undefined : { ...grounding, partial: true };
    },
    get isComplete() {
      return facts.finishReason !== undefined || facts.errorCode !== undefined;
    },
    finish: () => ({
      ...(parts.length === 0 || facts.errorCode !== undefined
        ? {}
        : { content: { role: 'model', parts: [...parts] } }),
      ...facts,
      partial: false,
      turnComplete: true,
    }),
  };
}

function joins(last: Part, next: Part): boolean {
  return (
    last.text !== undefined && next.text !== undefined && (last.thought === true) === (next.thought === true)
  );
}

function joined(last: Part, next: Part): Part {
  const signature = last.thoughtSignature ?? next.thoughtSignature;
  return {
    ...last,
    text: `${last.text ?? ''}${next.text ?? ''}`,
    ...(signature === undefined ? {} : { thoughtSignature: signature }),
  };
}
