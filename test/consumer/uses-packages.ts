import { FunctionTool, Gemini, InMemoryRunner, isFinalResponse, LlmAgent } from '@catenary/agents';
import { ScriptedModel, scriptText } from '@catenary/agents/testing';
import { type Interaction, parseInteraction, type ReceivedStep } from '@catenary/protocol';
import { startServer } from '@catenary/server';
import { createScriptedBackend } from '@catenary/server/testing';
import { z } from 'zod';

// What a program of another project writes; it is type-checked against the packed packages, not run.

export const model = new Gemini({ model: 'gemini-3.1-flash-lite', useInteractionsApi: true });
export const scripted = new ScriptedModel({ turns: [scriptText('Hello.')] });

export const tool = new FunctionTool({
  name: 'add_one',
  description: 'Adds one.',
  parameters: z.object({ value: z.number() }),
  execute: ({ value }) => value + 1,
});

export async function ask(text: string): Promise<(string | undefined)[]> {
  const runner = new InMemoryRunner({ agent: new LlmAgent({ name: 'agent', model, tools: [tool] }) });
  const ids: (string | undefined)[] = [];
  for await (const event of runner.runEphemeral({
    userId: 'u',
    newMessage: { role: 'user', parts: [{ text }] },
  })) {
    if (isFinalResponse(event)) {
      ids.push(event.interactionId);
    }
  }
  return ids;
}

export async function serve(): Promise<string> {
  const server = await startServer({ backend: createScriptedBackend([]) });
  return server.url;
}

export function describe(step: ReceivedStep): string {
  return step.type === 'function_call' ? step.name : step.type;
}

export const interaction: Interaction = { id: 'v1_a', status: 'completed' };
export const received = parseInteraction(interaction);
