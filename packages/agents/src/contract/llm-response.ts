import type { InteractionStatus, ReceivedStep } from '@catenary/protocol';
import type {
  CitationMetadata,
  Content,
  FinishReason,
  GenerateContentResponseUsageMetadata,
  GroundingMetadata,
} from '@google/genai';

/**
 * One answer, or a piece of one, from a model.
 *
 * A response with `partial: true` holds only what is new since the one before it and is never stored.
 * Each model call ends in exactly one response without `partial`: it holds the whole answer (text joined, all calls,
 * usage), or an `errorCode`.
 */
export interface LlmResponse {
  content?: Content;
  partial?: boolean;
  turnComplete?: boolean;
  interrupted?: boolean;
  finishReason?: FinishReason;
  /** Set when the model side said that it failed; `errorMessage` then says why. */
  errorCode?: string;
  errorMessage?: string;
  usageMetadata?: GenerateContentResponseUsageMetadata;
  groundingMetadata?: GroundingMetadata;
  citationMetadata?: CitationMetadata;
  modelVersion?: string;
  customMetadata?: Record<string, unknown>;
  /** The interaction this answer belongs to; on every response of it once the server has named it. */
  interactionId?: string;
  environmentId?: string;
  /** The wire's status of the finished interaction, as received; final responses of the Interactions API only. */
  interactionStatus?: InteractionStatus | (string & {});
  /**
   * The answer's steps as they came over the wire; final responses of the Interactions API only. They carry what parts
   * cannot (signatures, built-in steps, order), so that history goes back to a server unchanged.
   */
  steps?: readonly ReceivedStep[];
}
