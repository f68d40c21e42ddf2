import type { Context } from '../../context/context.ts';
import type { BaseTool } from '../../tool/base-tool.ts';
import { describeThrown } from '../../tool/describe-thrown.ts';
import { firstAnswer } from '../callbacks.ts';
import { toolResult } from './tool-result.ts';
import type { TurnAgent } from './turn-agent.ts';

type ToolCallbacks = Pick<TurnAgent, 'canonicalBeforeToolCallbacks' | 'canonicalAfterToolCallbacks'>;

/** A call that is about to run; the arguments are a copy of its own. */
export interface ToolCall {
  readonly tool: BaseTool;
  readonly args: Record<string, unknown>;
  readonly context: Context;
}

/**
 * Runs one call between its callbacks. What user code throws becomes the result. `undefined` when a long-running tool
 * answers later.
 */
export async function runTool(
  toolCall: ToolCall,
  callbacks: ToolCallbacks,
): Promise<Record<string, unknown> | undefined> {
  const response = await settle(() => answer(toolCall, callbacks));
  if (response === undefined) {
    return undefined;
  }
  return settle(async () => {
    const replaced = await firstAnswer(callbacks.canonicalAfterToolCallbacks, (callback) =>
      callback({ ...toolCall, response }),
    );
    return toolResult(replaced ?? response);
  });
}

async function answer(
  { tool, args, context }: ToolCall,
  callbacks: ToolCallbacks,
): Promise<Record<string, unknown> | undefined> {
  const canned = await firstAnswer(callbacks.canonicalBeforeToolCallbacks, (callback) =>
    callback({ tool, args, context }),
  );
  if (canned !== undefined) {
    return toolResult(canned);
  }
  context.abortSignal?.throwIfAborted();
  const result = await tool.runAsync({ args, toolContext: context });
  return tool.isLongRunning && (result === undefined || result === null) ? undefined : toolResult(result);
}

/** Errors of user code are for the model to hear of; the run goes on. */
async function settle<T>(work: () => Promise<T>): Promise<T | { error: string }> {
  try {
    return await work();
  } catch (error) {
    return { error: describeThrown(error) };
  }
}
