import type { Agent } from '../../contract/agent.ts';
import { hasLlmAgentSettings, type LlmAgentSettings } from '../llm-agent-settings.ts';

/**
 * Whom the agent may hand the conversation to: its sub-agents, its parent, and the parent's other sub-agents, as far as
 * the agent does not disallow it. Only a parent with a model takes part, since another one follows a plan of its own.
 */
export function transferTargets(agent: LlmAgentSettings): readonly Agent[] {
  const parent = agent.parentAgent;
  if (!hasLlmAgentSettings(parent)) {
    return agent.subAgents;
  }
  const peers = parent.subAgents.filter((peer) => peer.name !== agent.name);
  return [
    ...agent.subAgents,
    ...(agent.disallowTransferToParent ? [] : [parent]),
    ...(agent.disallowTransferToPeers ? [] : peers),
  ];
}
