import type { FunctionDeclaration } from '@google/genai';
import type { Context } from '../context/context.ts';
import type { LlmRequest } from '../contract/llm-request.ts';
import type { Tool } from '../contract/tool.ts';
import { AgentsError } from '../error.ts';

const BRAND = Symbol.for('catenary.agents.tool');

/** What all tools are made from. */
export interface BaseToolParams {
  /** What the model calls it. */
  readonly name: string;
  /** What it does, for the model. */
  readonly description: string;
  readonly isLongRunning?: boolean;
}

/** One call of a tool. */
export interface RunAsyncToolRequest {
  args: Record<string, unknown>;
  toolContext: Context;
}

/** One request that the tool may add to. */
export interface ToolProcessLlmRequest {
  toolContext: Context;
  llmRequest: LlmRequest;
}

/** What a program extends to make a tool of its own; `FunctionTool` is enough for most. */
export abstract class BaseTool implements Tool {
  // On the prototype and not in the type, so that every `Tool` passes where a program of ADK says `BaseTool`.
  static {
    Object.defineProperty(BaseTool.prototype, BRAND, { value: true });
  }

  readonly name: string;
  readonly description: string;
  readonly isLongRunning: boolean;

  constructor(params: BaseToolParams) {
    this.name = params.name;
    this.description = params.description;
    this.isLongRunning = params.isLongRunning ?? false;
  }

  /** The declaration that the model sees; none by default, as for tools that the server runs. */
  _getDeclaration(): FunctionDeclaration | undefined {
    return undefined;
  }

  /** Does the work. Whatever it throws is told to the model as the error of this call. */
  abstract runAsync(request: RunAsyncToolRequest): Promise<unknown>;

  /** Puts the tool's declaration into the request. Throws `invalid_argument` where another tool has its name. */
  async processLlmRequest({ llmRequest }: ToolProcessLlmRequest): Promise<void> {
    const declaration = this._getDeclaration();
    if (declaration === undefined) {
      return;
    }
    const name = declaration.name ?? this.name;
    claimName(llmRequest, name, this);
    llmRequest.config ??= {};
    llmRequest.config.tools ??= [];
    const { tools } = llmRequest.config;
    for (const tool of tools) {
      if ('functionDeclarations' in tool) {
        tool.functionDeclarations = [...(tool.functionDeclarations ?? []), declaration];
        return;
      }
    }
    tools.push({ functionDeclarations: [declaration] });
  }
}

/** Recognises tools of any copy of this package. */
export function isBaseTool(value: unknown): value is BaseTool {
  return typeof value === 'object' && value !== null && BRAND in value;
}

function claimName({ toolsDict }: LlmRequest, name: string, tool: Tool): void {
  if (Object.hasOwn(toolsDict, name)) {
    throw new AgentsError({
      code: 'invalid_argument',
      message:
        toolsDict[name] === tool
          ? `The tool "${name}" stands twice in the agent's tools.`
          : `Two tools of the agent are called "${name}".`,
      hint: 'A model tells tools apart by their names alone: rename one, or take one out.',
    });
  }
  toolsDict[name] = tool;
}
