import type { Content } from '@google/genai';
import type { Context } from '../context/context.ts';
import type { LlmRequest } from '../contract/llm-request.ts';
import type { LlmResponse } from '../contract/llm-response.ts';
import type { BaseTool } from '../tool/base-tool.ts';

type Answer<T> = T | undefined | Promise<T | undefined>;
type OneOrMany<T> = T | T[];

/** Runs before or after an agent. Content that it returns is said by the agent; before the agent it takes the agent's place. */
export type SingleAgentCallback = (context: Context) => Answer<Content>;
/** One callback or several; they run in order until one answers. */
export type BeforeAgentCallback = OneOrMany<SingleAgentCallback>;
/** One callback or several; they run in order until one answers. Not run when a callback took the agent's place. */
export type AfterAgentCallback = OneOrMany<SingleAgentCallback>;

/**
 * Runs before a request is sent, and may edit it. A response that it returns takes the place of the model's.
 * Editing `request.contents` makes session and server differ, so such a request goes out with the whole history.
 */
export type SingleBeforeModelCallback = (params: {
  context: Context;
  request: LlmRequest;
}) => Answer<LlmResponse>;
/** One callback or several; they run in order until one answers. */
export type BeforeModelCallback = OneOrMany<SingleBeforeModelCallback>;

/** Runs on each response, partial ones included. A response that it returns takes the place of the model's. */
export type SingleAfterModelCallback = (params: {
  context: Context;
  response: LlmResponse;
}) => Answer<LlmResponse>;
/** One callback or several; they run in order until one answers. */
export type AfterModelCallback = OneOrMany<SingleAfterModelCallback>;

/** Runs before a tool, and may edit its arguments. A record that it returns is the result, and the tool does not run. */
export type SingleBeforeToolCallback = (params: {
  tool: BaseTool;
  args: Record<string, unknown>;
  context: Context;
}) => Answer<Record<string, unknown>>;
/** One callback or several; they run in order until one answers. */
export type BeforeToolCallback = OneOrMany<SingleBeforeToolCallback>;

/** Runs on each result, also on errors and on what a callback answered. A record that it returns takes its place. */
export type SingleAfterToolCallback = (params: {
  tool: BaseTool;
  args: Record<string, unknown>;
  context: Context;
  response: Record<string, unknown>;
}) => Answer<Record<string, unknown>>;
/** One callback or several; they run in order until one answers. */
export type AfterToolCallback = OneOrMany<SingleAfterToolCallback>;

/** What was given as one, several or none, as a list. */
export function toList<T>(callbacks: OneOrMany<T> | undefined): T[] {
  if (callbacks === undefined) {
    return [];
  }
  return Array.isArray(callbacks) ? callbacks : [callbacks];
}

/** Asks one callback after the other, and stops at the first answer. */
export async function firstAnswer<C, T>(
  callbacks: readonly C[],
  ask: (callback: C) => Answer<T>,
): Promise<T | undefined> {
  for (const callback of callbacks) {
    const answer = await ask(callback);
    // Programs return null where they mean "no answer".
    if (answer !== undefined && answer !== null) {
      return answer;
    }
  }
  return undefined;
}
