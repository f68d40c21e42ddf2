import type { Context } from '../context/context.ts';
import type { ReadonlyContext } from '../context/readonly-context.ts';
import type { LlmRequest } from '../contract/llm-request.ts';
import type { Toolset } from '../contract/tool.ts';
import type { BaseTool } from './base-tool.ts';

const BRAND = Symbol.for('catenary.agents.toolset');

/** Says whether a tool of a set is offered. */
export type ToolPredicate = (tool: BaseTool, context: ReadonlyContext) => boolean;

/** A source of tools that is asked when a run needs them. It is closed after every run and opens again by itself. */
export abstract class BaseToolset implements Toolset {
  readonly [BRAND] = true;
  readonly toolFilter: ToolPredicate | readonly string[];
  readonly prefix: string | undefined;

  /**
   * @param toolFilter the names of the tools to offer, as the model sees them, or a predicate; an empty list offers all.
   * @param prefix goes before every name, joined by `_`.
   */
  constructor(toolFilter: ToolPredicate | readonly string[] = [], prefix?: string) {
    this.toolFilter = toolFilter;
    this.prefix = prefix;
  }

  /** The tools on offer; without a context, all of them. */
  abstract getTools(context?: ReadonlyContext): Promise<BaseTool[]>;

  /** Lets go of connections and the like. Called after every run, also one that failed. */
  abstract close(): Promise<void>;

  /** Called before the tools add themselves to a request; does nothing by default. */
  async processLlmRequest(_toolContext: Context, _llmRequest: LlmRequest): Promise<void> {}

  protected isToolSelected(tool: BaseTool, context: ReadonlyContext): boolean {
    if (typeof this.toolFilter === 'function') {
      return this.toolFilter(tool, context);
    }
    return this.toolFilter.length === 0 || this.toolFilter.includes(tool.name);
  }
}

/** Recognises toolsets of any copy of this package. */
export function isBaseToolset(value: unknown): value is BaseToolset {
  return typeof value === 'object' && value !== null && BRAND in value;
}
