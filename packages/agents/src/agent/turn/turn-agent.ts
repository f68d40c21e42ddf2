import type { Model, ModelDefaults } from '../../contract/model.ts';
import type { LlmAgentSettings } from '../../processor/llm-agent-settings.ts';
import type { BaseTool } from '../../tool/base-tool.ts';
import type { BaseToolset } from '../../tool/base-toolset.ts';
import type { GoogleSearchTool } from '../../tool/google-search-tool.ts';
import type {
  SingleAfterModelCallback,
  SingleAfterToolCallback,
  SingleBeforeModelCallback,
  SingleBeforeToolCallback,
} from '../callbacks.ts';

/** What may stand in an agent's `tools`. */
export type ToolUnion = BaseTool | BaseToolset;

/** An agent with a model, as its own turn loop sees it. */
export interface TurnAgent extends LlmAgentSettings {
  readonly tools: readonly ToolUnion[];
  readonly outputKey: string | undefined;
  readonly canonicalBeforeModelCallbacks: readonly SingleBeforeModelCallback[];
  readonly canonicalAfterModelCallbacks: readonly SingleAfterModelCallback[];
  readonly canonicalBeforeToolCallbacks: readonly SingleBeforeToolCallback[];
  readonly canonicalAfterToolCallbacks: readonly SingleAfterToolCallback[];
  /** The agent's own model, or its nearest ancestor's; throws `invalid_argument` where there is none. */
  resolveModel(defaults: ModelDefaults): Model;
  /** A function tool that asks an agent of its own, on the same model, to search. The same one each time. */
  toSearchFunction(search: GoogleSearchTool, model: Model): BaseTool;
}
