import { AgentsError } from '../error.ts';
import { plainCopy } from '../frozen-copy.ts';
import { toJsonSchema } from '../schema/to-json-schema.ts';
import { FunctionTool } from '../tool/function-tool.ts';
import { appendInstruction } from './append-instruction.ts';
import type { RequestDraft } from './request-draft.ts';

/** The tool through which a model answers by schema where it takes no schema beside tools. */
export const RESPONSE_TOOL_NAME = 'set_model_response';

/**
 * Asks for an answer that fits the agent's output schema: by the response format where the agent has no tools or the
 * model mixes the two, else by a tool whose result is the answer.
 */
export async function outputSchema(draft: RequestDraft): Promise<void> {
  const { agent, model, request, toolContext, tools } = draft;
  if (agent.outputSchema === undefined) {
    return;
  }
  const schema = toJsonSchema(agent.outputSchema);
  if (tools.length === 0 || model.mixesBuiltInTools) {
    request.config = {
      ...request.config,
      responseMimeType: 'application/json',
      // The agent's own schema must not change where a callback edits the request.
      responseJsonSchema: plainCopy(schema),
    };
    return;
  }
  if (schema.type !== 'object') {
    throw new AgentsError({
      code: 'unsupported_combination',
      message: `The agent "${agent.name}" has tools and an output schema of type "${String(schema.type)}", and ${model.model} takes no schema beside tools.`,
      hint: 'Make the output schema an object, or use a model that takes both.',
    });
  }
  const tool = new FunctionTool({
    name: RESPONSE_TOOL_NAME,
    description: 'Gives the final answer, in the form that is asked for.',
    parameters: schema,
    execute: (answer, context) => {
      if (context !== undefined) {
        context.actions.skipSummarization = true;
      }
      return answer;
    },
  });
  await tool.processLlmRequest({ toolContext, llmRequest: request });
  appendInstruction(
    request,
    `Use your other tools as needed. Give the final answer by calling \`${RESPONSE_TOOL_NAME}\`, never as text.`,
  );
}
