import type { Content, FunctionDeclaration, GroundingMetadata } from '@google/genai';
import type { Agent } from '../contract/agent.ts';
import type { RunAsyncToolRequest } from '../contract/tool.ts';
import type { SchemaLike } from '../schema/schema-like.ts';
import { toJsonSchema } from '../schema/to-json-schema.ts';
import { validate } from '../schema/validate.ts';
import { BaseTool } from './base-tool.ts';

const BRAND = Symbol.for('catenary.agents.agent-tool');

/** Where a tool leaves the grounding of what it found; the agent's next answer carries it, and nothing stores the key. */
export const GROUNDING_STATE_KEY = 'temp:catenary:grounding';

export interface AgentToolConfig {
  readonly agent: Agent & { readonly inputSchema?: SchemaLike; readonly outputSchema?: SchemaLike };
  /** The inner answer ends the outer turn as it is, without another model call. Default false. */
  readonly skipSummarization?: boolean;
}

/**
 * An agent as a tool of another. It runs in a session of its own with the outer state; what it changes in the state is
 * copied back. With an input schema its message is the arguments as JSON, with an output schema its answer is parsed.
 */
export class AgentTool extends BaseTool {
  readonly [BRAND] = true;
  readonly #agent: AgentToolConfig['agent'];
  readonly #skipSummarization: boolean;

  constructor(config: AgentToolConfig) {
    super({ name: config.agent.name, description: config.agent.description });
    this.#agent = config.agent;
    this.#skipSummarization = config.skipSummarization ?? false;
  }

  override _getDeclaration(): FunctionDeclaration {
    const { inputSchema } = this.#agent;
    return {
      name: this.name,
      description: this.description,
      parametersJsonSchema:
        inputSchema === undefined
          ? { type: 'object', properties: { request: { type: 'string' } }, required: ['request'] }
          : toJsonSchema(inputSchema),
    };
  }

  override async runAsync({ args, toolContext }: RunAsyncToolRequest): Promise<unknown> {
    const { invocationContext } = toolContext;
    if (this.#skipSummarization) {
      toolContext.actions.skipSummarization = true;
    }
    let answer: Content | undefined;
    let grounding: GroundingMetadata | undefined;
    for await (const event of invocationContext.runNested({
      agent: this.#agent,
      appName: this.#agent.name,
      userId: invocationContext.userId,
      sessionId: invocationContext.session.id,
      state: toolContext.state.toRecord(),
      newMessage: await this.#toMessage(args),
      ...(toolContext.abortSignal === undefined ? {} : { signal: toolContext.abortSignal }),
    })) {
      if (event.errorCode !== undefined) {
        throw new Error(event.errorMessage ?? event.errorCode);
      }
      toolContext.state.update(event.actions.stateDelta);
      if (event.partial !== true && event.content !== undefined) {
        answer = event.content;
        grounding = event.groundingMetadata ?? grounding;
      }
    }
    if (grounding !== undefined) {
      toolContext.state.set(GROUNDING_STATE_KEY, grounding);
    }
    return this.#toResult(answer);
  }

  async #toMessage(args: Record<string, unknown>): Promise<Content> {
    const { inputSchema } = this.#agent;
    if (inputSchema === undefined) {
      return { role: 'user', parts: [{ text: String(args.request ?? '') }] };
    }
    const checked = await validate(inputSchema, args);
    if (!checked.isValid) {
      throw new Error(`the arguments are invalid: ${checked.problem}`);
    }
    return { role: 'user', parts: [{ text: JSON.stringify(checked.value) }] };
  }

  async #toResult(answer: Content | undefined): Promise<unknown> {
    const texts = (answer?.parts ?? [])
      .filter((part) => part.thought !== true)
      .map((part) => part.text ?? '');
    const text = texts.filter((line) => line !== '').join('\n');
    const { outputSchema } = this.#agent;
    if (outputSchema === undefined || text === '') {
      return text;
    }
    const checked = await validate(outputSchema, JSON.parse(text));
    if (!checked.isValid) {
      throw new Error(`the answer does not fit the output schema: ${checked.problem}`);
    }
    return checked.value;
  }
}

/** Recognises agent tools of any copy of this package. */
export function isAgentTool(value: unknown): value is AgentTool {
  return typeof value === 'object' && value !== null && BRAND in value;
}
