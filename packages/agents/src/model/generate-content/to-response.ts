import type { Content, GenerateContentResponse, Part } from '@google/genai';
import type { LlmResponse } from '../../contract/llm-response.ts';

/** A whole answer, or one chunk of it, as the API gave it. */
export function toResponse(answer: GenerateContentResponse): LlmResponse {
  const [candidate] = answer.candidates ?? [];
  const { content, finishReason, groundingMetadata, citationMetadata } = candidate ?? {};
  return {
    ...(isFilled(content) ? { content } : {}),
    ...(finishReason === undefined ? {} : { finishReason }),
    ...(groundingMetadata === undefined ? {} : { groundingMetadata }),
    ...(citationMetadata === undefined ? {} : { citationMetadata }),
    ...(answer.usageMetadata === undefined ? {} : { usageMetadata: answer.usageMetadata }),
    ...(answer.modelVersion === undefined ? {} : { modelVersion: answer.modelVersion }),
    ...faultOf(answer),
  };
}

/** Ends of an answer that are no fault: it is whole, or cut at the length that was asked for. */
const GOOD_ENDS: ReadonlySet<string> = new Set(['STOP', 'MAX_TOKENS', 'FINISH_REASON_UNSPECIFIED']);

function faultOf({
  candidates,
  promptFeedback,
}: GenerateContentResponse): Pick<LlmResponse, 'errorCode' | 'errorMessage'> {
  const [candidate] = candidates ?? [];
  const blocked = promptFeedback?.blockReason;
  if (blocked !== undefined && candidate === undefined) {
    return {
      errorCode: blocked,
      errorMessage: promptFeedback?.blockReasonMessage ?? `The prompt was blocked: ${blocked}.`,
    };
  }
  const { finishReason, finishMessage } = candidate ?? {};
  return finishReason === undefined || GOOD_ENDS.has(finishReason)
    ? {}
    : { errorCode: finishReason, errorMessage: finishMessage ?? `The answer ended early: ${finishReason}.` };
}

function isFilled(content: Content | undefined): content is Content & { readonly parts: Part[] } {
  return (content?.parts ?? []).length > 0;
}
