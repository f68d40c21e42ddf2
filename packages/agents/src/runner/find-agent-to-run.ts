import type { Agent } from '../contract/agent.ts';
import type { Event } from '../contract/event.ts';
import { hasLlmAgentSettings } from '../processor/llm-agent-settings.ts';

/**
 * Who answers the newest event: the agent whose call it brings a result for; else the last agent that spoke and may keep
 * the conversation; else the root agent. Reads back only as far as that agent.
 */
export function findAgentToRun(events: readonly Event[], rootAgent: Agent): Agent {
  const resultIds = resultIdsOf(events.at(-1));
  const caller =
    resultIds.size === 0 ? undefined : lastAuthor(events, rootAgent, (event) => callsAnyOf(event, resultIds));
  return (
    caller ?? lastAuthor(events, rootAgent, (_event, author) => mayKeepConversation(author)) ?? rootAgent
  );
}

function lastAuthor(
  events: readonly Event[],
  rootAgent: Agent,
  matches: (event: Event, author: Agent) => boolean,
): Agent | undefined {
  for (let index = events.length - 2; index >= 0; index -= 1) {
    const event = events[index];
    const author = event?.author === undefined ? undefined : rootAgent.findAgent(event.author);
    if (event !== undefined && author !== undefined && matches(event, author)) {
      return author;
    }
  }
  return undefined;
}

function resultIdsOf(event: Event | undefined): ReadonlySet<string> {
  return new Set((event?.content?.parts ?? []).flatMap(({ functionResponse }) => functionResponse?.id ?? []));
}

function callsAnyOf(event: Event, ids: ReadonlySet<string>): boolean {
  return (event.content?.parts ?? []).some(({ functionCall }) => ids.has(functionCall?.id ?? ''));
}

/** The user may go on with an agent that can hand the conversation back up, as can all above it. */
function mayKeepConversation(agent: Agent): boolean {
  const { parentAgent } = agent;
  if (parentAgent === undefined) {
    return true;
  }
  return (
    hasLlmAgentSettings(agent) &&
    !agent.disallowTransferToParent &&
    hasLlmAgentSettings(parentAgent) &&
    mayKeepConversation(parentAgent)
  );
}
