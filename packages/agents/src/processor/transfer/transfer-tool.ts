import type { Tool } from '../../contract/tool.ts';
import { FunctionTool } from '../../tool/function-tool.ts';
import type { LlmAgentSettings } from '../llm-agent-settings.ts';
import { transferTargets } from './transfer-targets.ts';
import { TRANSFER_TOOL_NAME } from './transfer-tool-name.ts';

/**
 * The tool that notes to whom the conversation goes, with the name of the agent as its argument; the agent loop acts on
 * the note once the result is recorded. `undefined` for an agent that may hand over to nobody.
 */
export function createTransferTool(agent: LlmAgentSettings): Tool | undefined {
  const names = transferTargets(agent).map(({ name }) => name);
  if (names.length === 0) {
    return undefined;
  }
  return new FunctionTool({
    name: TRANSFER_TOOL_NAME,
    description: 'Hands the conversation to another agent, which answers in place of you.',
    parameters: {
      type: 'object',
      properties: { agentName: { type: 'string', enum: names, description: 'Who takes over.' } },
      required: ['agentName'],
    },
    execute: ({ agentName }, toolContext) => {
      if (toolContext !== undefined) {
        toolContext.actions.transferToAgent = String(agentName);
      }
      return 'Transfer queued';
    },
  });
}
