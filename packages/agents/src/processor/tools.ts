import { assertToolsCanMix } from '../tool/resolve-tools.ts';
import type { RequestDraft } from './request-draft.ts';

/** Lets each tool and toolset add itself to the request. Refuses a mix that the model does not take. */
export async function tools({
  model,
  request,
  tools: list,
  toolContext,
  toolsets,
}: RequestDraft): Promise<void> {
  assertToolsCanMix(list, model);
  for (const toolset of toolsets) {
    await toolset.processLlmRequest(toolContext, request);
  }
  for (const tool of list) {
    await tool.processLlmRequest({ toolContext, llmRequest: request });
  }
}
