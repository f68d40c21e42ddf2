import { Context } from '../../context/context.ts';
import type { InvocationContext } from '../../contract/context.ts';
import { REQUEST_PIPELINE } from '../../processor/pipeline.ts';
import type { RequestDraft } from '../../processor/request-draft.ts';
import { createTransferTool } from '../../processor/transfer/transfer-tool.ts';
import { isBaseToolset } from '../../tool/base-toolset.ts';
import { resolveTools } from '../../tool/resolve-tools.ts';
import type { TurnAgent } from './turn-agent.ts';

/** Builds the next request of an agent. Throws an `AgentsError` where agent, tools and model do not go together. */
export async function buildRequest(agent: TurnAgent, context: InvocationContext): Promise<RequestDraft> {
  const model = agent.resolveModel(context.modelDefaults);
  const toolContext = new Context({ invocationContext: context });
  const transferTool = createTransferTool(agent);
  const draft: RequestDraft = {
    agent,
    context,
    model,
    toolContext,
    tools: await resolveTools([...agent.tools, ...(transferTool === undefined ? [] : [transferTool])], {
      context: toolContext,
      toFunctionTool: (search) => agent.toSearchFunction(search, model),
    }),
    toolsets: agent.tools.filter(isBaseToolset),
    request: { contents: [], toolsDict: {} },
  };
  for (const processor of REQUEST_PIPELINE) {
    await processor(draft);
  }
  return draft;
}
