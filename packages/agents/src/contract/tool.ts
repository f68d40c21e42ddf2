import type { FunctionDeclaration } from '@google/genai';
import type { ToolContext } from './context.ts';
import type { LlmRequest } from './llm-request.ts';

/** One call of a tool. */
export interface RunAsyncToolRequest {
  readonly args: Record<string, unknown>;
  readonly toolContext: ToolContext;
}

/** One request that a tool may add to. */
export interface ToolProcessLlmRequest {
  readonly toolContext: ToolContext;
  readonly llmRequest: LlmRequest;
}

/** Something a model may call. */
export interface Tool {
  readonly name: string;
  readonly description: string;
  /** True when the result comes later, outside the run: the run ends with the call. */
  readonly isLongRunning: boolean;
  /** The declaration that the model sees; `undefined` for tools that the server runs. */
  _getDeclaration(): FunctionDeclaration | undefined;
  /** Throwing is a tool error: the model is told, the run goes on. */
  runAsync(request: RunAsyncToolRequest): Promise<unknown>;
  /** Adds the tool to the request, and whatever else it needs there. */
  processLlmRequest(request: ToolProcessLlmRequest): Promise<void>;
}

/** A source of tools, resolved when a run needs them. */
export interface Toolset {
  getTools(context?: ToolContext): Promise<Tool[]>;
  close(): Promise<void>;
  processLlmRequest(toolContext: ToolContext, llmRequest: LlmRequest): Promise<void>;
}
