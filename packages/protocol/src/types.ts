import type { z } from 'zod';
import type { agentSchemas } from './schema/agent.ts';
import type { contentSchemas } from './schema/content.ts';
import type { deltaSchemas } from './schema/delta.ts';
import type { inputSchemas } from './schema/input.ts';
import type { Mode, Received, Written } from './schema/kit.ts';
import type { requestSchemas } from './schema/request.ts';
import type { INTERACTION_STATUSES, resourceSchemas } from './schema/resource.ts';
import type { responseFormatSchemas } from './schema/response-format.ts';
import type { settingsSchemas } from './schema/settings.ts';
import type { stepSchemas } from './schema/step.ts';
import type { streamEventSchemas } from './schema/stream-event.ts';
import type { toolSchemas } from './schema/tool.ts';
import type { usageSchemas } from './schema/usage.ts';

// The types of both families follow from the shapes. Plain names are what may be written; `Received` names are what may
// arrive, which includes variants, fields and values of a later version.

type Contents<M extends Mode> = ReturnType<typeof contentSchemas<M>>;
type Steps<M extends Mode> = ReturnType<typeof stepSchemas<M, Contents<M>>>;
type Deltas<M extends Mode> = ReturnType<typeof deltaSchemas<M, Contents<M> & Steps<M>['payloads']>>;
type Tools<M extends Mode> = ReturnType<typeof toolSchemas<M>>;
type Inputs<M extends Mode> = ReturnType<typeof inputSchemas<M, Contents<M> & Steps<M>>>;
type Settings<M extends Mode> = ReturnType<typeof settingsSchemas<M, Tools<M>['toolChoice']>>;
type Formats<M extends Mode> = ReturnType<typeof responseFormatSchemas<M>>;
type Usages<M extends Mode> = ReturnType<typeof usageSchemas<M>>;
type Parts<M extends Mode> = Inputs<M> &
  Pick<Steps<M>, 'step'> &
  Pick<Tools<M>, 'tool'> &
  Usages<M> &
  Settings<M> &
  Formats<M> &
  ReturnType<typeof agentSchemas<M>>;
type Requests<M extends Mode> = ReturnType<typeof requestSchemas<M, Parts<M>>>;
type Resources<M extends Mode> = ReturnType<typeof resourceSchemas<M, Parts<M>>>;
type Events<M extends Mode> = ReturnType<
  typeof streamEventSchemas<
    M,
    Steps<M>['step'],
    Deltas<M>['delta'],
    Resources<M>['partialInteraction'],
    Resources<M>['status'],
    Usages<M>['usage'],
    Resources<M>['errorDetail']
  >
>;

/** One of the nine statuses; see `isTerminalStatus`. */
export type InteractionStatus = (typeof INTERACTION_STATUSES)[number];

export type UrlCitation = z.output<Contents<Written>['urlCitation']>;
export type FileCitation = z.output<Contents<Written>['fileCitation']>;
export type PlaceCitation = z.output<Contents<Written>['placeCitation']>;
export type SpeechMetadata = z.output<Contents<Written>['speechMetadata']>;
export type WordInfo = z.output<Contents<Written>['wordInfo']>;
/** A mark on a span of text. Offsets count bytes of its UTF-8 form; the start is inclusive, the end exclusive. */
export type Annotation = z.output<Contents<Written>['annotation']>;
export type TextContent = z.output<Contents<Written>['textContent']>;
export type ImageContent = z.output<Contents<Written>['imageContent']>;
export type AudioContent = z.output<Contents<Written>['audioContent']>;
export type DocumentContent = z.output<Contents<Written>['documentContent']>;
export type VideoContent = z.output<Contents<Written>['videoContent']>;
/** What stands inside user input, model output and results. */
export type Content = z.output<Contents<Written>['content']>;

export type UserInputStep = z.output<Steps<Written>['userInput']>;
export type ModelOutputStep = z.output<Steps<Written>['modelOutput']>;
export type ThoughtStep = z.output<Steps<Written>['thought']>;
export type FunctionCallStep = z.output<Steps<Written>['functionCall']>;
export type FunctionResultStep = z.output<Steps<Written>['functionResult']>;
export type CodeExecutionCallStep = z.output<Steps<Written>['codeExecutionCall']>;
export type CodeExecutionResultStep = z.output<Steps<Written>['codeExecutionResult']>;
export type GoogleSearchCallStep = z.output<Steps<Written>['googleSearchCall']>;
export type GoogleSearchResultStep = z.output<Steps<Written>['googleSearchResult']>;
export type UrlContextCallStep = z.output<Steps<Written>['urlContextCall']>;
export type UrlContextResultStep = z.output<Steps<Written>['urlContextResult']>;
export type FileSearchCallStep = z.output<Steps<Written>['fileSearchCall']>;
export type FileSearchResultStep = z.output<Steps<Written>['fileSearchResult']>;
export type GoogleMapsCallStep = z.output<Steps<Written>['googleMapsCall']>;
export type GoogleMapsResultStep = z.output<Steps<Written>['googleMapsResult']>;
export type McpServerToolCallStep = z.output<Steps<Written>['mcpServerToolCall']>;
export type McpServerToolResultStep = z.output<Steps<Written>['mcpServerToolResult']>;
export type RetrievalCallStep = z.output<Steps<Written>['retrievalCall']>;
export type RetrievalResultStep = z.output<Steps<Written>['retrievalResult']>;
export type ProcessingCallStep = z.output<Steps<Written>['processingCall']>;
export type ProcessingResultStep = z.output<Steps<Written>['processingResult']>;
/** One typed entry of an interaction, of 21 types. */
export type Step = z.output<Steps<Written>['step']>;

export type TextDelta = z.output<Deltas<Written>['text']>;
export type TextAnnotationDelta = z.output<Deltas<Written>['textAnnotation']>;
export type ImageDelta = z.output<Deltas<Written>['image']>;
export type AudioDelta = z.output<Deltas<Written>['audio']>;
export type VideoDelta = z.output<Deltas<Written>['video']>;
export type DocumentDelta = z.output<Deltas<Written>['document']>;
export type ThoughtSignatureDelta = z.output<Deltas<Written>['thoughtSignature']>;
export type ThoughtSummaryDelta = z.output<Deltas<Written>['thoughtSummary']>;
export type ArgumentsDelta = z.output<Deltas<Written>['arguments']>;
export type FunctionResultDelta = z.output<Deltas<Written>['functionResult']>;
export type CodeExecutionCallDelta = z.output<Deltas<Written>['codeExecutionCall']>;
export type CodeExecutionResultDelta = z.output<Deltas<Written>['codeExecutionResult']>;
export type GoogleSearchCallDelta = z.output<Deltas<Written>['googleSearchCall']>;
export type GoogleSearchResultDelta = z.output<Deltas<Written>['googleSearchResult']>;
export type UrlContextCallDelta = z.output<Deltas<Written>['urlContextCall']>;
export type UrlContextResultDelta = z.output<Deltas<Written>['urlContextResult']>;
export type FileSearchCallDelta = z.output<Deltas<Written>['fileSearchCall']>;
export type FileSearchResultDelta = z.output<Deltas<Written>['fileSearchResult']>;
export type GoogleMapsCallDelta = z.output<Deltas<Written>['googleMapsCall']>;
export type GoogleMapsResultDelta = z.output<Deltas<Written>['googleMapsResult']>;
export type McpServerToolCallDelta = z.output<Deltas<Written>['mcpServerToolCall']>;
export type McpServerToolResultDelta = z.output<Deltas<Written>['mcpServerToolResult']>;
export type RetrievalCallDelta = z.output<Deltas<Written>['retrievalCall']>;
export type RetrievalResultDelta = z.output<Deltas<Written>['retrievalResult']>;
export type ProcessingCallDelta = z.output<Deltas<Written>['processingCall']>;
export type ProcessingResultDelta = z.output<Deltas<Written>['processingResult']>;
/** One increment of a step inside a stream, of 26 types. */
export type Delta = z.output<Deltas<Written>['delta']>;

export type FunctionTool = z.output<Tools<Written>['functionTool']>;
export type CodeExecutionTool = z.output<Tools<Written>['codeExecutionTool']>;
export type GoogleSearchTool = z.output<Tools<Written>['googleSearchTool']>;
export type UrlContextTool = z.output<Tools<Written>['urlContextTool']>;
export type FileSearchTool = z.output<Tools<Written>['fileSearchTool']>;
export type GoogleMapsTool = z.output<Tools<Written>['googleMapsTool']>;
export type ComputerUseTool = z.output<Tools<Written>['computerUseTool']>;
export type McpServerTool = z.output<Tools<Written>['mcpServerTool']>;
export type RetrievalTool = z.output<Tools<Written>['retrievalTool']>;
/** Something that the model may call. */
export type Tool = z.output<Tools<Written>['tool']>;
/** Which function tools the model may or must call. */
export type ToolChoice = z.output<Tools<Written>['toolChoice']>;
export type GenerationConfig = z.output<Settings<Written>['generationConfig']>;
export type TextResponseFormat = z.output<Formats<Written>['textFormat']>;
export type ImageResponseFormat = z.output<Formats<Written>['imageFormat']>;
export type AudioResponseFormat = z.output<Formats<Written>['audioFormat']>;
export type VideoResponseFormat = z.output<Formats<Written>['videoFormat']>;
/** What the answer must be. A bare JSON Schema is the older way of asking for JSON. */
export type ResponseFormat = z.output<Formats<Written>['responseFormat']>;
export type SafetySetting = z.output<Settings<Written>['safetySetting']>;
export type WebhookConfig = z.output<Settings<Written>['webhookConfig']>;
/** What an agent is told beside its input; each agent has its own options. */
export type AgentConfig = z.output<Parts<Written>['agentConfig']>;
export type Environment = z.output<Parts<Written>['environment']>;

export type ModalityTokens = z.output<Usages<Written>['modalityTokens']>;
/** Tokens counted. `total_tokens` is input, output, thought and tool use together; cached tokens are part of the input. */
export type Usage = z.output<Usages<Written>['usage']>;
export type ErrorDetail = z.output<Resources<Written>['errorDetail']>;
/** A string, one content, several contents, or a timeline of steps. */
export type InteractionInput = z.output<Parts<Written>['input']>;
export type CreateModelInteractionRequest = z.output<Requests<Written>['modelRequest']>;
export type CreateAgentInteractionRequest = z.output<Requests<Written>['agentRequest']>;
/** The body of `POST /{version}/interactions`, for a model or for an agent; never both. */
export type CreateInteractionRequest = CreateModelInteractionRequest | CreateAgentInteractionRequest;
/** An interaction as stream events carry it. */
export type PartialInteraction = z.output<Resources<Written>['partialInteraction']>;
/** The resource. */
export type Interaction = z.output<Resources<Written>['interaction']>;

export type InteractionCreatedEvent = z.output<Events<Written>['interactionCreated']>;
export type InteractionStatusUpdateEvent = z.output<Events<Written>['interactionStatusUpdate']>;
export type StepStartEvent = z.output<Events<Written>['stepStart']>;
export type StepDeltaEvent = z.output<Events<Written>['stepDelta']>;
export type StepStopEvent = z.output<Events<Written>['stepStop']>;
export type InteractionCompletedEvent = z.output<Events<Written>['interactionCompleted']>;
export type StreamErrorEvent = z.output<Events<Written>['streamError']>;
/** One message of a stream, of seven types. */
export type StreamEvent = z.output<Events<Written>['streamEvent']>;

export type ReceivedAnnotation = z.output<Contents<Received>['annotation']>;
export type ReceivedContent = z.output<Contents<Received>['content']>;
export type ReceivedStep = z.output<Steps<Received>['step']>;
export type ReceivedDelta = z.output<Deltas<Received>['delta']>;
/** A call as it may arrive; without `arguments` where their text came broken or not whole. */
export type ReceivedFunctionCallStep = z.output<Steps<Received>['functionCall']>;
export type ReceivedFunctionResultStep = z.output<Steps<Received>['functionResult']>;
export type ReceivedModelOutputStep = z.output<Steps<Received>['modelOutput']>;
export type ReceivedThoughtStep = z.output<Steps<Received>['thought']>;
export type ReceivedUsage = z.output<Usages<Received>['usage']>;
export type ReceivedPartialInteraction = z.output<Resources<Received>['partialInteraction']>;
export type ReceivedInteraction = z.output<Resources<Received>['interaction']>;
export type ReceivedStreamEvent = z.output<Events<Received>['streamEvent']>;
