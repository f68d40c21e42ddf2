import type { LlmRequest } from '../contract/llm-request.ts';
import type { LlmResponse } from '../contract/llm-response.ts';
import type { InteractionsTarget, Model } from '../contract/model.ts';

const BRAND = Symbol.for('catenary.agents.model');

/** What a program extends to bring a model of its own. */
export abstract class BaseLlm implements Model {
  /** The names that the registry resolves to this class: whole names, or patterns that match a whole name. */
  static readonly supportedModels: Array<string | RegExp> = [];

  readonly [BRAND] = true;
  readonly model: string;

  constructor({ model }: { readonly model: string }) {
    this.model = model;
  }

  get interactionsTarget(): InteractionsTarget | undefined {
    return undefined;
  }

  get mixesBuiltInTools(): boolean {
    return false;
  }

  abstract generateContentAsync(
    request: LlmRequest,
    stream?: boolean,
    abortSignal?: AbortSignal,
  ): AsyncGenerator<LlmResponse, void, undefined>;
}

/** Recognises models of any copy of this package. */
export function isBaseLlm(value: unknown): value is BaseLlm {
  return typeof value === 'object' && value !== null && BRAND in value;
}
