import type { Agent } from '../contract/agent.ts';
import type { Logger } from '../contract/runtime.ts';
import { isBaseToolset } from '../tool/base-toolset.ts';

/** Closes the toolsets of all agents of a tree. One that cannot be closed is logged: the answer has been given. */
export async function closeToolsets(agent: Agent, logger: Logger): Promise<void> {
  const toolsets = toolsOf(agent).filter(isBaseToolset);
  const outcomes = await Promise.allSettled(toolsets.map(async (toolset) => toolset.close()));
  for (const outcome of outcomes) {
    if (outcome.status === 'rejected') {
      logger.warn(`A toolset of "${agent.name}" could not be closed.`, outcome.reason);
    }
  }
  await Promise.all(agent.subAgents.map((subAgent) => closeToolsets(subAgent, logger)));
}

function toolsOf(agent: Agent): readonly unknown[] {
  return 'tools' in agent && Array.isArray(agent.tools) ? agent.tools : [];
}
