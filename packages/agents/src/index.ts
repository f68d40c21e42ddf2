export { BaseAgent, type BaseAgentConfig, isBaseAgent } from './agent/base-agent.ts';
export type {
  AfterAgentCallback,
  AfterModelCallback,
  AfterToolCallback,
  BeforeAgentCallback,
  BeforeModelCallback,
  BeforeToolCallback,
  SingleAfterModelCallback,
  SingleAfterToolCallback,
  SingleAgentCallback,
  SingleBeforeModelCallback,
  SingleBeforeToolCallback,
} from './agent/callbacks.ts';
export { isLlmAgent, LlmAgent, LlmAgent as Agent, type LlmAgentConfig } from './agent/llm-agent.ts';
export type { ToolUnion } from './agent/turn/turn-agent.ts';
export { Context, type ContextOptions } from './context/context.ts';
export { InvocationContext, type InvocationContextParams } from './context/invocation-context.ts';
export { ReadonlyContext } from './context/readonly-context.ts';
export type { ChainLink, Event, EventActions } from './contract/event.ts';
export type { LlmRequest } from './contract/llm-request.ts';
export type { LlmResponse } from './contract/llm-response.ts';
export type { InteractionsTarget, Model, ModelDefaults } from './contract/model.ts';
export type { RunConfig } from './contract/run-config.ts';
export type { Logger, Runtime } from './contract/runtime.ts';
export type {
  AcquireRunRequest,
  AppendEventRequest,
  ChainHead,
  CompositeSessionKey,
  CreateSessionRequest,
  DeleteSessionRequest,
  GetSessionConfig,
  GetSessionRequest,
  ListSessionsRequest,
  ListSessionsResponse,
  RunLease,
  Session,
  SessionService,
} from './contract/session.ts';
export type { Tool, Toolset } from './contract/tool.ts';
export { AgentsError, type AgentsErrorCode, type AgentsErrorOptions } from './error.ts';
export { generateClientFunctionCallId } from './event/call-id.ts';
export { type CreateEventParams, createEvent } from './event/create-event.ts';
export { createEventActions } from './event/event-actions.ts';
export { getFunctionCalls, getFunctionResponses } from './event/get-function-calls.ts';
export { hasTrailingCodeExecutionResult, isFinalResponse } from './event/is-final-response.ts';
export { stringifyContent } from './event/stringify-content.ts';
export { EventType, type StructuredEvent, toStructuredEvents } from './event/structured-events.ts';
export { getLogger, LogLevel, setLogger, setLogLevel } from './logger.ts';
export { BaseLlm, isBaseLlm } from './model/base-llm.ts';
export { Gemini, type GeminiParams, isGemini } from './model/gemini.ts';
export { checkInteractionsSupport, type InteractionsSupport } from './model/interactions-support.ts';
export { type BaseLlmType, LLMRegistry } from './model/llm-registry.ts';
export type { Fetch, SentRequest } from './model/observe-fetch.ts';
export type { InstructionProvider } from './processor/llm-agent-settings.ts';
export { RECOVERY_KEY, type RecoveryNote } from './recovery/rehydrate-chain.ts';
export { createRunConfig } from './runner/create-run-config.ts';
export { InMemoryRunner, type InMemoryRunnerConfig } from './runner/in-memory-runner.ts';
export type { RunEphemeralRequest, RunRequest } from './runner/run-request.ts';
export { isRunner, Runner, type RunnerConfig } from './runner/runner.ts';
export { StreamingMode } from './runner/streaming-mode.ts';
export type { JsonSchema, SchemaLike } from './schema/schema-like.ts';
export { BaseSessionService } from './session/base-session-service.ts';
export { InMemorySessionService } from './session/in-memory-session-service.ts';
export { createSession } from './session/session.ts';
export { State } from './session/state.ts';
export { AgentTool, type AgentToolConfig, isAgentTool } from './tool/agent-tool.ts';
export {
  BaseTool,
  type BaseToolParams,
  isBaseTool,
  type RunAsyncToolRequest,
  type ToolProcessLlmRequest,
} from './tool/base-tool.ts';
export { BaseToolset, isBaseToolset, type ToolPredicate } from './tool/base-toolset.ts';
export {
  FunctionTool,
  isFunctionTool,
  type ToolExecuteArgument,
  type ToolExecuteFunction,
  type ToolInputParameters,
  type ToolOptions,
} from './tool/function-tool.ts';
export { GoogleSearchAgentTool } from './tool/google-search-agent-tool.ts';
export {
  GOOGLE_SEARCH,
  GoogleSearchTool,
  type GoogleSearchToolOptions,
  isGoogleSearchTool,
} from './tool/google-search-tool.ts';
export { LongRunningFunctionTool } from './tool/long-running-function-tool.ts';
