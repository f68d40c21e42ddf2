import { AgentsError } from '../error.ts';
import { BaseTool, type ToolProcessLlmRequest } from './base-tool.ts';

const BRAND = Symbol.for('catenary.agents.google-search-tool');

/** What a `GoogleSearchTool` is made from. */
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

  /** Asks for the search once, however many search tools the agent has. */
  override async processLlmRequest({ llmRequest }: ToolProcessLlmRequest): Promise<void> {
    if (this.#model !== undefined) {
      llmRequest.model = this.#model;
    }
    llmRequest.config ??= {};
    const tools = llmRequest.config.tools ?? [];
    if (!tools.some((tool) => 'googleSearch' in tool)) {
      llmRequest.config.tools = [...tools, { googleSearch: {} }];
    }
  }

  /** Never called by a run: the server searches. Throws `unsupported_combination`. */
  override async runAsync(): Promise<unknown> {
    throw new AgentsError({
      code: 'unsupported_combination',
      message: 'google_search is run by the server, not here.',
      hint: 'Leave it in the tools of an agent; its model asks the server.',
    });
  }
}

/** Recognises search tools of any copy of this package. */
export function isGoogleSearchTool(value: unknown): value is GoogleSearchTool {
  return typeof value === 'object' && value !== null && BRAND in value;
}

/** The search without options. */
export const GOOGLE_SEARCH = new GoogleSearchTool();
