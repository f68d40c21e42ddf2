import {
  type CreateModelInteractionRequest,
  inputToSteps,
  type ReceivedStep,
  type ResponseFormat,
} from '@catenary/protocol';
import type { Run } from '../execution/run.ts';

/** What a backend answers from: the conversation before, this input, and the settings of this request alone. */
export function toBackendRequest(
  request: CreateModelInteractionRequest,
  model: string,
  history: readonly ReceivedStep[],
): Run['request'] {
  const format = toResponseFormat(request);
  return {
    model,
    steps: [...history, ...inputToSteps(request.input ?? [])],
    inputStart: history.length,
    tools: request.tools ?? [],
    ...(request.system_instruction === undefined ? {} : { systemInstruction: request.system_instruction }),
    ...(request.generation_config === undefined ? {} : { generationConfig: request.generation_config }),
    ...(format === undefined ? {} : { responseFormat: format }),
  };
}

/** The older way to ask for JSON, a MIME type beside a bare schema, becomes the newer one. */
function toResponseFormat(
  request: CreateModelInteractionRequest,
): ResponseFormat | readonly ResponseFormat[] | undefined {
  const { response_format: format, response_mime_type: mimeType } = request;
  if (format === undefined) {
    return mimeType === undefined || mimeType === 'text/plain'
      ? undefined
      : { type: 'text', mime_type: mimeType };
  }
  if (Array.isArray(format) || isTyped(format)) {
    return format;
  }
  return { type: 'text', mime_type: mimeType ?? 'application/json', schema: format };
}

const FORMAT_TYPES: readonly unknown[] = ['text', 'image', 'audio', 'video'];

function isTyped(format: ResponseFormat): boolean {
  return FORMAT_TYPES.includes(format.type);
}
