import type {
  Delta,
  GenerationConfig,
  InteractionStatus,
  ReceivedStep,
  ResponseFormat,
  Step,
  Tool,
  Usage,
} from '@catenary/protocol';
import type { SearchHit } from '../tool/search/search-provider.ts';

/** What a backend answers from: the whole conversation, assembled. */
export interface BackendRequest {
  /** The name the backend was resolved to, aliases already followed. */
  readonly model: string;
  /**
   * Every step of the chain, oldest first, then this interaction's input, then what this interaction has produced so far
   * (server tools answer in the middle of an interaction, and the backend is asked again).
   */
  readonly steps: readonly ReceivedStep[];
  /** Index in `steps` of the first step of this interaction's input. */
  readonly inputStart: number;
  readonly systemInstruction?: string;
  readonly tools: readonly Tool[];
  readonly generationConfig?: GenerationConfig;
  readonly responseFormat?: ResponseFormat | readonly ResponseFormat[];
  /** What searches of this interaction found, by call id; the wire's own result step does not carry it. */
  readonly searchHits: ReadonlyMap<string, readonly SearchHit[]>;
}

/**
 * What a backend emits, in order: for each step one `step.start`, any `step.delta`s, one `step.stop`; then one `end`.
 * Steps do not interleave. A `google_search_call` is answered by the server, which then asks the backend again; a
 * `function_call` ends the interaction as `requires_action`.
 */
export type BackendEvent =
  | { readonly type: 'step.start'; readonly step: Step }
  | { readonly type: 'step.delta'; readonly delta: Delta }
  | { readonly type: 'step.stop' }
  | {
      readonly type: 'end';
      /** Default: `requires_action` when a call is open, else `completed`. */
      readonly status?: Extract<InteractionStatus, 'completed' | 'incomplete' | 'requires_action'>;
      /** What the model counted. Absent: the server estimates, and says so. */
      readonly usage?: Usage;
    };

/** A source of model output. */
export interface Backend {
  /** The name that clients may ask for and that responses give. */
  readonly name: string;
  /**
   * Answers one request. Throws `ServerError` for what the client should be told; the interaction then ends `failed`.
   * Stops soon after `signal` aborts, by throwing its reason.
   */
  generate(request: BackendRequest, options: { readonly signal: AbortSignal }): AsyncIterable<BackendEvent>;
  close?(): Promise<void>;
}
