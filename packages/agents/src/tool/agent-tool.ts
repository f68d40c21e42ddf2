import type { Content, FunctionDeclaration } from '@google/genai';
import type { Agent } from '../contract/agent.ts';
import type { Event } from '../contract/event.ts';
import { AgentsError } from '../error.ts';
import type { JsonSchema, SchemaLike } from '../schema/schema-like.ts';
import { toJsonSchema } from '../schema/to-json-schema.ts';
import { validate } from '../schema/validate.ts';
import { withoutTemporary } from '../session/scopes.ts';
import { BaseTool, type RunAsyncToolRequest } from './base-tool.ts';
import { leaveGrounding } from './grounding-state.ts';
import { toolFailed } from './tool-failed.ts';

const BRAND = Symbol.for('catenary.agents.agent-tool');

/** What an `AgentTool` is made from. */
export interface AgentToolConfig {
  /** Its name and description are the tool's. */
  readonly agent: Agent & { readonly inputSchema?: SchemaLike; readonly outputSchema?: SchemaLike };
  /** The inner answer ends the outer turn as it is, without another model call. Default false. */
  readonly skipSummarization?: boolean;
}

/**
 * An agent as a tool of another. It runs in a session of its own with the outer state; what it changes in the state, `temp:`
 * keys apart, is copied back, and the grounding of its answer goes up. It takes a text, or what its input schema says, which
 * then is its message as JSON; its answer is text, or what its output schema says.
 */
export class AgentTool extends BaseTool {
  readonly [BRAND] = true;
  readonly #agent: AgentToolConfig['agent'];
  readonly #skipSummarization: boolean;
  #declaration: FunctionDeclaration | undefined;

  constructor(config: AgentToolConfig) {
    super({ name: config.agent.name, description: config.agent.description });
    this.#agent = config.agent;
    this.#skipSummarization = config.skipSummarization ?? false;
  }

  /** Made at the first call, and the same one after that. */
  override _getDeclaration(): FunctionDeclaration {
    this.#declaration ??= {
      name: this.name,
      description: this.description,
      parametersJsonSchema: toJsonSchema(this.#agent.inputSchema ?? REQUEST_SCHEMA),
    };
    return this.#declaration;
  }

  /** Throws `tool_failed` for bad arguments, an agent that ends in an error, and an answer that does not fit its schema. */
  override async runAsync({ args, toolContext }: RunAsyncToolRequest): Promise<unknown> {
    try {
      if (this.#skipSummarization) {
        toolContext.actions.skipSummarization = true;
      }
      const answer = await this.#ask(await this.#toMessage(args), toolContext);
      if (answer?.groundingMetadata !== undefined) {
        leaveGrounding(toolContext, answer.groundingMetadata);
      }
      return await this.#toResult(answer?.content);
    } catch (cause) {
      throw toolFailed(this.name, cause);
    }
  }

  async #toMessage(args: Record<string, unknown>): Promise<Content> {
    const { inputSchema } = this.#agent;
    const checked = await validate(inputSchema ?? REQUEST_SCHEMA, args);
    if (!checked.isValid) {
      throw refused(`the arguments are invalid: ${checked.problem}`);
    }
    const text = inputSchema === undefined ? String(args.request) : JSON.stringify(checked.value);
    return { role: 'user', parts: [{ text }] };
  }

  /** The last event that said something. An error that nothing followed is thrown. */
  async #ask(
    newMessage: Content,
    { abortSignal, invocationContext, state }: RunAsyncToolRequest['toolContext'],
  ): Promise<Event | undefined> {
    let last: Event | undefined;
    for await (const event of invocationContext.runNested({
      agent: this.#agent,
      appName: this.#agent.name,
      userId: invocationContext.userId,
      sessionId: invocationContext.session.id,
      state: state.toRecord(),
      newMessage,
      // Nobody sees its pieces; its limits, and whether the server may keep anything, are the outer run's.
      runConfig: { ...invocationContext.runConfig, streamingMode: 'none' },
      ...(abortSignal === undefined ? {} : { signal: abortSignal }),
    })) {
      state.update(withoutTemporary(event.actions.stateDelta));
      if (event.partial !== true && (event.content !== undefined || event.errorCode !== undefined)) {
        last = event;
      }
    }
    if (last?.errorCode !== undefined) {
      throw refused(last.errorMessage ?? last.errorCode);
    }
    return last;
  }

  async #toResult(answer: Content | undefined): Promise<unknown> {
    const text = (answer?.parts ?? [])
      .flatMap((part) => (part.thought === true || part.text === undefined ? [] : part.text))
      .filter((line) => line !== '')
      .join('\n');
    const { outputSchema } = this.#agent;
    if (outputSchema === undefined) {
      return text;
    }
    const checked = await validate(outputSchema, parseJson(text));
    if (!checked.isValid) {
      throw refused(`the answer does not fit the output schema: ${checked.problem}`);
    }
    return checked.value;
  }
}

/** Recognises agent tools of any copy of this package. */
export function isAgentTool(value: unknown): value is AgentTool {
  return typeof value === 'object' && value !== null && BRAND in value;
}

/** What an agent without an input schema takes. */
const REQUEST_SCHEMA: JsonSchema = {
  type: 'object',
  properties: { request: { type: 'string' } },
  required: ['request'],
};

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    const start = text.length > 100 ? `${text.slice(0, 100)}…` : text;
    throw refused(`the answer is not JSON: ${JSON.stringify(start)}`, cause);
  }
}

function refused(message: string, cause?: unknown): AgentsError {
  return new AgentsError({ code: 'tool_failed', message, cause });
}
