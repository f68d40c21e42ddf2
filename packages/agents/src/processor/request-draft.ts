import type { Context } from '../context/context.ts';
import type { InvocationContext } from '../contract/context.ts';
import type { LlmRequest } from '../contract/llm-request.ts';
import type { Model } from '../contract/model.ts';
import type { ChainHead } from '../contract/session.ts';
import type { Tool, Toolset } from '../contract/tool.ts';
import type { LlmAgentSettings } from './llm-agent-settings.ts';

/** A request while the processors build it, and what is known about it that is not sent. */
export interface RequestDraft {
  readonly agent: LlmAgentSettings;
  readonly context: InvocationContext;
  readonly model: Model;
  /** What callbacks and tools get while the request is made and answered; its actions ride on the answer's event. */
  readonly toolContext: Context;
  /** The tools of this request, the one that hands over included. */
  readonly tools: readonly Tool[];
  readonly toolsets: readonly Toolset[];
  readonly request: LlmRequest;
  /** The answer that the request continues from. */
  head?: ChainHead;
  /** The newest event of the session when the contents were assembled. */
  seenThroughEventId?: string;
}

/** Edits the draft. Throws an `AgentsError` when the request must not be sent. */
export type RequestProcessor = (draft: RequestDraft) => void | Promise<void>;
