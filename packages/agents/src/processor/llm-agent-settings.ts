import type { GenerateContentConfig } from '@google/genai';
import type { ReadonlyContext } from '../context/readonly-context.ts';
import type { Agent } from '../contract/agent.ts';
import type { SchemaLike } from '../schema/schema-like.ts';

/** Makes an instruction for this run; what it returns is taken as it is, without templating. */
export type InstructionProvider = (context: ReadonlyContext) => string | Promise<string>;

/** The settings of an agent with a model that its requests are built from. */
export interface LlmAgentSettings extends Agent {
  readonly instruction: string | InstructionProvider;
  readonly globalInstruction: string | InstructionProvider;
  readonly generateContentConfig: GenerateContentConfig | undefined;
  readonly disallowTransferToParent: boolean;
  readonly disallowTransferToPeers: boolean;
  readonly includeContents: 'default' | 'none';
  readonly outputSchema?: SchemaLike;
  readonly codeExecutor: object | undefined;
}

const BRAND = Symbol.for('catenary.agents.llm-agent');

/** The property under which an agent with a model carries its brand. */
export const LLM_AGENT_BRAND: typeof BRAND = BRAND;

/** Recognises agents with a model, of any copy of this package. */
export function hasLlmAgentSettings(agent: object | undefined): agent is LlmAgentSettings {
  return agent !== undefined && BRAND in agent;
}
