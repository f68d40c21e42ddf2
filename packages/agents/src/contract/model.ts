import type { LlmRequest } from './llm-request.ts';
import type { LlmResponse } from './llm-response.ts';

/** Where a model keeps its chains. Two models with the same `id` share them; a change of `id` loses the chain. */
export interface InteractionsTarget {
  /** Names endpoint, project and credential (by a fingerprint, never the secret itself). */
  readonly id: string;
  readonly kind: 'google' | 'catenary' | 'other';
  /** How long the target is known to keep an interaction; `undefined` when unknown. */
  readonly retentionMs?: number;
}

/** A language model as the agent loop sees it. */
export interface Model {
  readonly model: string;
  /** Set when this model keeps its conversations on a server (the Interactions API). */
  readonly interactionsTarget: InteractionsTarget | undefined;
  /** Whether built-in tools may stand beside function tools in one request to this model. */
  readonly mixesBuiltInTools: boolean;
  /**
   * Yields partial responses (only with `stream`), then one final response; see {@link LlmResponse}.
   * Throws what kept us from hearing the model (`network`, `malformed_response`, `chain_lost`, …); what the model side
   * said, a failure included, is a response. Leaving the loop early or aborting closes the connection.
   */
  generateContentAsync(
    request: LlmRequest,
    stream?: boolean,
    abortSignal?: AbortSignal,
  ): AsyncGenerator<LlmResponse, void, undefined>;
}

/** Settings that reach every model an agent names by a string. */
export interface ModelDefaults {
  readonly useInteractionsApi?: boolean;
  readonly baseUrl?: string;
  readonly apiKey?: string;
  readonly apiVersion?: string;
  readonly headers?: Readonly<Record<string, string>>;
}
