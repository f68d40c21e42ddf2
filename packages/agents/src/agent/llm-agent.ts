import type { GenerateContentConfig } from '@google/genai';
import type { InvocationContext } from '../contract/context.ts';
import type { Event } from '../contract/event.ts';
import type { Model, ModelDefaults } from '../contract/model.ts';
import { AgentsError } from '../error.ts';
import { LLMRegistry } from '../model/llm-registry.ts';
import { type InstructionProvider, LLM_AGENT_BRAND } from '../processor/llm-agent-settings.ts';
import type { SchemaLike } from '../schema/schema-like.ts';
import type { BaseTool } from '../tool/base-tool.ts';
import { GOOGLE_SEARCH_AGENT, GoogleSearchAgentTool } from '../tool/google-search-agent-tool.ts';
import type { GoogleSearchTool } from '../tool/google-search-tool.ts';
import { BaseAgent, type BaseAgentConfig } from './base-agent.ts';
import {
  type AfterModelCallback,
  type AfterToolCallback,
  type BeforeModelCallback,
  type BeforeToolCallback,
  type SingleAfterModelCallback,
  type SingleAfterToolCallback,
  type SingleBeforeModelCallback,
  type SingleBeforeToolCallback,
  toList,
} from './callbacks.ts';
import type { ToolUnion, TurnAgent } from './turn/turn-agent.ts';
import { runTurns } from './turn/turn-loop.ts';

/** What an `LlmAgent` is made from. */
export interface LlmAgentConfig extends BaseAgentConfig {
  /** A model, or a name that `LLMRegistry` knows. Left out, the nearest ancestor's. */
  readonly model?: string | Model;
  /** What the agent is told. A string may name state as `{key}`, `{key?}`, `{user:key}`, `{app:key}`; a function's answer is taken as it is. */
  readonly instruction?: string | InstructionProvider;
  /** What every agent below is told as well. Only that of the root agent counts. */
  readonly globalInstruction?: string | InstructionProvider;
  readonly tools?: readonly ToolUnion[];
  /** How the model answers. Tools, instruction and response schema have options of their own and are refused here. */
  readonly generateContentConfig?: GenerateContentConfig;
  /** True keeps the model from handing back to the parent; the user's next message then starts at an agent above. */
  readonly disallowTransferToParent?: boolean;
  /** True keeps the model from handing over to the parent's other sub-agents. */
  readonly disallowTransferToPeers?: boolean;
  /** `none` shows the model the current turn only. Default `default`: all that the agent may see. */
  readonly includeContents?: 'default' | 'none';
  /** What the agent takes when it is used as a tool. */
  readonly inputSchema?: SchemaLike;
  /** What the last answer of a run must be; one that is not is followed by an event with `output_schema_mismatch`. */
  readonly outputSchema?: SchemaLike;
  /** The state key that the last answer of a run is kept under; with `outputSchema`, as the value, else as text. */
  readonly outputKey?: string;
  readonly beforeModelCallback?: BeforeModelCallback;
  readonly afterModelCallback?: AfterModelCallback;
  readonly beforeToolCallback?: BeforeToolCallback;
  readonly afterToolCallback?: AfterToolCallback;
  /** Runs code that a model wrote. Not possible beside function calling over the Interactions API. */
  readonly codeExecutor?: object;
}

/**
 * An agent with a model, instructions and tools. Throws `invalid_argument` at construction for options that contradict
 * each other; everything that depends on the model is checked before the first request of a run.
 */
export class LlmAgent extends BaseAgent implements TurnAgent {
  readonly [LLM_AGENT_BRAND] = true;
  readonly model: string | Model | undefined;
  readonly instruction: string | InstructionProvider;
  readonly globalInstruction: string | InstructionProvider;
  readonly tools: readonly ToolUnion[];
  readonly generateContentConfig: GenerateContentConfig | undefined;
  readonly disallowTransferToParent: boolean;
  readonly disallowTransferToPeers: boolean;
  readonly includeContents: 'default' | 'none';
  readonly inputSchema?: SchemaLike;
  readonly outputSchema?: SchemaLike;
  readonly outputKey: string | undefined;
  readonly beforeModelCallback: BeforeModelCallback | undefined;
  readonly afterModelCallback: AfterModelCallback | undefined;
  readonly beforeToolCallback: BeforeToolCallback | undefined;
  readonly afterToolCallback: AfterToolCallback | undefined;
  readonly codeExecutor: object | undefined;
  /** Models made from the agent's name of one, so that all runs under the same defaults share a client. */
  readonly #namedModels = new WeakMap<ModelDefaults, Model>();
  /** By model, because another one searches with another agent. */
  readonly #searchFunctions = new WeakMap<Model, WeakMap<GoogleSearchTool, BaseTool>>();

  constructor(config: LlmAgentConfig) {
    // Before the base class makes this the parent of its sub-agents.
    super(checked(config));
    this.model = config.model;
    this.instruction = config.instruction ?? '';
    this.globalInstruction = config.globalInstruction ?? '';
    this.tools = [...(config.tools ?? [])];
    this.generateContentConfig = config.generateContentConfig;
    this.disallowTransferToParent = config.disallowTransferToParent ?? false;
    this.disallowTransferToPeers = config.disallowTransferToPeers ?? false;
    this.includeContents = config.includeContents ?? 'default';
    this.outputKey = config.outputKey;
    this.beforeModelCallback = config.beforeModelCallback;
    this.afterModelCallback = config.afterModelCallback;
    this.beforeToolCallback = config.beforeToolCallback;
    this.afterToolCallback = config.afterToolCallback;
    this.codeExecutor = config.codeExecutor;
    if (config.inputSchema !== undefined) {
      this.inputSchema = config.inputSchema;
    }
    if (config.outputSchema !== undefined) {
      this.outputSchema = config.outputSchema;
    }
  }

  /** The agent's model, or its nearest ancestor's, made without defaults where it is a name. */
  get canonicalModel(): Model {
    return this.resolveModel(NO_DEFAULTS);
  }

  get canonicalBeforeModelCallbacks(): SingleBeforeModelCallback[] {
    return toList(this.beforeModelCallback);
  }

  get canonicalAfterModelCallbacks(): SingleAfterModelCallback[] {
    return toList(this.afterModelCallback);
  }

  get canonicalBeforeToolCallbacks(): SingleBeforeToolCallback[] {
    return toList(this.beforeToolCallback);
  }

  get canonicalAfterToolCallbacks(): SingleAfterToolCallback[] {
    return toList(this.afterToolCallback);
  }

  /** The agent's model, or its nearest ancestor's. Throws `invalid_argument` where none of them has one. */
  resolveModel(defaults: ModelDefaults): Model {
    const { model } = this;
    if (typeof model === 'object') {
      return model;
    }
    if (model === undefined) {
      return inheritedModel(this, defaults);
    }
    const known = this.#namedModels.get(defaults) ?? LLMRegistry.newLlm(model, defaults);
    this.#namedModels.set(defaults, known);
    return known;
  }

  /** @internal */
  toSearchFunction(search: GoogleSearchTool, model: Model): BaseTool {
    const known = this.#searchFunctions.get(model)?.get(search);
    if (known !== undefined) {
      return known;
    }
    const agent = new LlmAgent({ ...GOOGLE_SEARCH_AGENT, model, tools: [search] });
    const tool = new GoogleSearchAgentTool({ agent });
    const ofModel = this.#searchFunctions.get(model) ?? new WeakMap();
    this.#searchFunctions.set(model, ofModel.set(search, tool));
    return tool;
  }

  protected override runAsyncImpl(context: InvocationContext): AsyncGenerator<Event, void, undefined> {
    return runTurns(this, context);
  }
}

const NO_DEFAULTS: ModelDefaults = {};

/** Recognises agents with a model, of any copy of this package. */
export function isLlmAgent(value: unknown): value is LlmAgent {
  return typeof value === 'object' && value !== null && LLM_AGENT_BRAND in value;
}

function inheritedModel(agent: BaseAgent, defaults: ModelDefaults): Model {
  for (let ancestor = agent.parentAgent; ancestor !== undefined; ancestor = ancestor.parentAgent) {
    if (isLlmAgent(ancestor) && ancestor.model !== undefined) {
      return ancestor.resolveModel(defaults);
    }
  }
  throw new AgentsError({
    code: 'invalid_argument',
    message: `The agent "${agent.name}" has no model, and neither has any agent above it.`,
    hint: 'Give it one: model: "gemini-2.5-flash", or model: new Gemini({ ... }).',
  });
}

function checked(config: LlmAgentConfig): LlmAgentConfig {
  const generation = config.generateContentConfig;
  const misplaced = [
    ['tools', generation?.tools, 'tools'],
    ['systemInstruction', generation?.systemInstruction, 'instruction'],
    ['responseSchema', generation?.responseSchema, 'outputSchema'],
    ['responseJsonSchema', generation?.responseJsonSchema, 'outputSchema'],
  ] as const;
  for (const [field, value, option] of misplaced) {
    if (value !== undefined) {
      throw new AgentsError({
        code: 'invalid_argument',
        message: `The agent "${config.name}" has "${field}" in its generateContentConfig.`,
        hint: `Use the agent's own option "${option}".`,
      });
    }
  }
  return config;
}
