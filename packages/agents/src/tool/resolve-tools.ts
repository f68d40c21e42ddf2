import type { ToolContext } from '../contract/context.ts';
import type { Tool, Toolset } from '../contract/tool.ts';
import { AgentsError } from '../error.ts';
import { isBaseToolset } from './base-toolset.ts';
import { type GoogleSearchTool, isGoogleSearchTool } from './google-search-tool.ts';

/**
 * The tools that an agent offers in this run: toolsets asked, and each search tool with `bypassMultiToolsLimit` that stands
 * beside another tool replaced by what `toFunctionTool` makes of it.
 */
export async function resolveTools(
  tools: readonly (Tool | Toolset)[],
  options: {
    readonly context?: ToolContext;
    readonly toFunctionTool: (search: GoogleSearchTool) => Tool;
  },
): Promise<Tool[]> {
  const lists = await Promise.all(
    tools.map(async (tool) => (isToolset(tool) ? tool.getTools(options.context) : [tool])),
  );
  const resolved = lists.flat();
  if (resolved.length <= 1) {
    return resolved;
  }
  return resolved.map((tool) =>
    isGoogleSearchTool(tool) && tool.bypassMultiToolsLimit ? options.toFunctionTool(tool) : tool,
  );
}

/** Throws `unsupported_combination`, naming both tools, where the model refuses a built-in tool beside a function. */
export function assertToolsCanMix(
  tools: readonly Tool[],
  model: { readonly mixesBuiltInTools: boolean; readonly model: string },
): void {
  if (model.mixesBuiltInTools) {
    return;
  }
  const functionTool = tools.find((tool) => tool._getDeclaration() !== undefined);
  const builtIn = tools.find((tool) => tool._getDeclaration() === undefined);
  if (functionTool === undefined || builtIn === undefined) {
    return;
  }
  throw new AgentsError({
    code: 'unsupported_combination',
    message: `The model ${model.model} does not take the built-in tool "${builtIn.name}" beside the function tool "${functionTool.name}".`,
    hint: 'Use new GoogleSearchTool({bypassMultiToolsLimit: true}), which turns the search into a function, or a model that mixes them (Gemini 3 and later).',
  });
}

function isToolset(tool: Tool | Toolset): tool is Toolset {
  return isBaseToolset(tool) || 'getTools' in tool;
}
