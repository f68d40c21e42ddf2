import { AgentTool, type AgentToolConfig } from './agent-tool.ts';

/** How the search agent presents itself to the model that may ask it. */
export const GOOGLE_SEARCH_AGENT = {
  name: 'google_search_agent',
  description: 'An agent that answers questions by searching with google_search.',
  instruction:
    'You are a search agent. Answer the request with what google_search finds, and only with that.',
} as const;

/**
 * The search as a function tool: it asks an agent whose one tool is the built-in search, with the text `request`, and hands
 * the grounding of the answer up. Its name is the agent's, by default `google_search_agent`.
 */
export class GoogleSearchAgentTool extends AgentTool {
  constructor(config: Pick<AgentToolConfig, 'agent'>) {
    super(config);
  }
}
