import type { Content } from '@google/genai';
import { LlmAgent, type LlmAgentConfig } from '../../src/agent/llm-agent.ts';
import type { InteractionsTarget } from '../../src/contract/model.ts';
import { ScriptedModel, type ScriptedTurn } from '../../src/model/scripted-model.ts';
import { FunctionTool } from '../../src/tool/function-tool.ts';
import { createTestApp } from './run.ts';

export const target: InteractionsTarget = { id: 'here', kind: 'catenary' };
export const look = new FunctionTool({ name: 'look', description: '', execute: () => 'seen' });

/** An agent `me` on a scripted model that keeps chains; its tool is `look`. */
export async function createChainApp(
  turns: readonly ScriptedTurn[],
  more: Partial<LlmAgentConfig> = {},
  interactionsTarget = target,
) {
  const model = new ScriptedModel({ turns, interactionsTarget });
  return { model, ...(await createTestApp(new LlmAgent({ name: 'me', model, tools: [look], ...more }))) };
}

/** What was sent, a list for each request: the id that it continues, then the contents in short. */
export function sent(model: ScriptedModel): unknown[] {
  return model.requests.map(({ previousInteractionId, contents }) => [
    previousInteractionId ?? null,
    ...contents.map(short),
  ]);
}

function short({ role, parts = [] }: Content): string {
  const said = parts.map(({ text, functionCall, functionResponse }) => {
    if (functionCall !== undefined) return `${functionCall.id}()`;
    return functionResponse === undefined
      ? text
      : `${functionResponse.id}=${Object.values(functionResponse.response ?? {})}`;
  });
  return `${role === 'model' ? 'm' : 'u'}: ${said.join(' | ')}`;
}
