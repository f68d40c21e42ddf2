import type { ReceivedStep } from '@catenary/protocol';
import type { Content, GenerateContentConfig } from '@google/genai';
import type { Tool } from './tool.ts';

/** What one model call is made from. Processors, tools and callbacks edit it in place before it is sent. */
export interface LlmRequest {
  model?: string;
  /** In chained mode only what the chain has not seen; otherwise the whole visible history. Oldest first. */
  contents: Content[];
  config?: GenerateContentConfig;
  /** The tools of this request by the name that the model sees. */
  toolsDict: Record<string, Tool>;
  /** The interaction that this request continues; absent on a new chain and outside Interactions mode. */
  previousInteractionId?: string;
  environmentId?: string;
  /** True when the server is told not to keep this interaction; it then has no id and cannot be continued. */
  stateless?: boolean;
  /**
   * Wire steps to send in place of a content's parts, keyed by the content object itself (history replay). Set, if only to
   * an empty map, by who gathered `contents` for this very chain; contents of a chained request without it are cut to the
   * current turn.
   */
  replaySteps?: ReadonlyMap<Content, readonly ReceivedStep[]>;
}
