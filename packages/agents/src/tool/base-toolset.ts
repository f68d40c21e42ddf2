import type { ToolContext } from '../contract/context.ts';
import type { LlmRequest } from '../contract/llm-request.ts';
import type { Tool, Toolset } from '../contract/tool.ts';

const BRAND = Symbol.for('catenary.agents.toolset');

/** Says whether a tool of a set is offered. */
export type ToolPredicate = (tool: Tool, context: ToolContext) => boolean;

/** A source of tools that is asked when a run needs them. It is closed after every run and opens again by itself. */
export abstract class BaseToolset implements Toolset {
  readonly [BRAND] = true;
  readonly toolFilter: ToolPredicate | readonly string[];
  readonly prefix: string | undefined;

  /** @param toolFilter names, or a predicate; an empty list offers every tool. */
  constructor(toolFilter: ToolPredicate | readonly string[] = [], prefix?: string) {
    this.toolFilter = toolFilter;
    this.prefix = prefix;
  }

  abstract getTools(context?: ToolContext): Promise<Tool[]>;
  abstract close(): Promise<void>;

  async processLlmRequest(_toolContext: ToolContext, _llmRequest: LlmRequest): Promise<void> {}

  protected isToolSelected(tool: Tool, context: ToolContext): boolean {
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
