export { ProtocolError, type ProtocolErrorCode, type ProtocolErrorOptions } from './error.ts';
export { ERROR_CODES, type ErrorCode } from './error-codes.ts';
export { createFold, type Fold, type FoldProblem, foldStreamEvents } from './fold.ts';
export { inputToSteps } from './input-to-steps.ts';
export {
  encodeInteraction,
  encodeStep,
  encodeStreamEvent,
  parseInteraction,
  parseStep,
  parseStreamEvent,
} from './parse.ts';
export { type ErrorBody, parseErrorBody } from './parse-error-body.ts';
export { parseCreateInteractionRequest } from './parse-request.ts';
export type { JsonObject } from './schema/json.ts';
export type { UnknownStreamEvent, UnknownVariant } from './schema/kit.ts';
export { INTERACTION_STATUSES } from './schema/resource.ts';
export {
  type DecodeOptions,
  DONE_FRAME,
  decodeSse,
  decodeStreamEvents,
  encodeStreamEventFrame,
  type SseFrame,
} from './sse.ts';
export { isTerminalStatus, pendingFunctionCalls } from './status.ts';
export type * from './types.ts';
