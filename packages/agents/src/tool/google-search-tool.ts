import type { ToolProcessLlmRequest } from '../contract/tool.ts';
import { AgentsError } from '../error.ts';
import { BaseTool } from './base-tool.ts';

const BRAND = Symbol.for('catenary.agents.google-search-tool');

export interface GoogleSearchToolOptions {
  /**
   * Beside other tools, become a function tool that asks a search agent: for models that refuse built-in tools next to
   * functions. The model then sees `google_search_agent`. Default false.
   */
  readonly bypassMultiToolsLimit?: boolean;
  /** Replaces the model of the requests that search. */
  readonly model?: string;
}

/** The built-in search, which the server runs. */
export class GoogleSearchTool extends BaseTool {
  readonly [BRAND] = true;
  readonly bypassMultiToolsLimit: boolean;
  readonly #model: string | undefined;

  constructor(options: GoogleSearchToolOptions = {}) {
    super({ name: 'google_search', description: 'Searches the web.' });
    this.bypassMultiToolsLimit = options.bypassMultiToolsLimit ?? false;
    this.#model = options.model;
  }

  override async processLlmRequest({ llmRequest }: ToolProcessLlmRequest): Promise<void> {
    if (this.#model !== undefined) {
      llmRequest.model = this.#model;
    }
    llmRequest.config ??= {};
    llmRequest.config.tools = [...(llmRequest.config.tools ?? []), { googleSearch: {} }];
  }

  /** Never called by a run: the server searches. */
  override async runAsync(): Promise<unknown> {
    throw new AgentsError({
      code: 'unsupported_combination',
      message: 'google_search is run by the server, not here.',
    });
  }
}

/** Recognises search tools of any copy of this package. */
export function isGoogleSearchTool(value: unknown): value is GoogleSearchTool {
  return typeof value === 'object' && value !== null && BRAND in value;
}

/** The search without options. */
export const GOOGLE_SEARCH = new GoogleSearchTool();
