import type { Content, GenerateContentConfig, GenerateContentParameters, Part, Tool } from '@google/genai';
import type { LlmRequest } from '../../contract/llm-request.ts';
import { isClientFunctionCallId } from '../../event/call-id.ts';
import { warnOnce } from '../../logger.ts';
import { emptyRequest } from '../empty-request.ts';
import { toBase64 } from '../to-base64.ts';

/** What the body takes beside the request. */
export interface ParamsOptions {
  /** For a request that names no model itself. */
  readonly model: string;
  readonly isVertex: boolean;
  readonly signal: AbortSignal;
}

/** What the SDK is called with. Works on copies. Throws `invalid_argument` for empty contents. */
export function toGenerateContentParams(
  request: LlmRequest,
  options: ParamsOptions,
): GenerateContentParameters {
  const contents = request.contents.flatMap(toContent);
  if (contents.length === 0) {
    throw emptyRequest();
  }
  return { model: request.model ?? options.model, contents, config: toConfig(request.config ?? {}, options) };
}

/** A content without a part to send is left out; the API refuses those. */
function toContent({ role = 'user', parts = [] }: Content): Content[] {
  const sent = parts.filter(saysSomething).map(toPart);
  return sent.length === 0 ? [] : [{ role, parts: sent }];
}

function saysSomething({ text, thought, thoughtSignature, ...rest }: Part): boolean {
  return (
    Boolean(text) ||
    thoughtSignature !== undefined ||
    Object.values(rest).some((value) => value !== undefined)
  );
}

function toPart(part: Part): Part {
  const { functionCall, functionResponse, inlineData } = part;
  if (functionCall !== undefined) {
    return { ...part, functionCall: withoutClientId(functionCall) };
  }
  if (functionResponse !== undefined) {
    return { ...part, functionResponse: withoutClientId(functionResponse) };
  }
  // The SDK's type says string, but programs pass bytes all the same.
  const data: unknown = inlineData?.data;
  return data instanceof Uint8Array ? { ...part, inlineData: { ...inlineData, data: toBase64(data) } } : part;
}

/** Calls that the model gave no id got one of ours, which the API does not know. */
function withoutClientId<T extends { id?: string }>(value: T): T {
  if (!isClientFunctionCallId(value.id)) {
    return value;
  }
  const { id: _ours, ...rest } = value;
  // The id is optional in every such type.
  return rest as T;
}

function toConfig(config: GenerateContentConfig, { isVertex, signal }: ParamsOptions): GenerateContentConfig {
  const { labels, ...rest } = config;
  if (labels !== undefined && !isVertex) {
    warnOnce('config:labels', 'generateContentConfig.labels is not sent: only Vertex AI takes labels here.');
  }
  return {
    ...rest,
    ...(labels !== undefined && isVertex ? { labels } : {}),
    abortSignal: signal,
    ...withMixedTools(config),
    // Tools are run by the agent; a client that ran them, too, would run each twice.
    automaticFunctionCalling: { disable: true },
  };
}

/** The service takes built-in tools beside functions only when told that the caller reads what it does with them. */
function withMixedTools({
  tools = [],
  toolConfig,
}: GenerateContentConfig): Pick<GenerateContentConfig, 'toolConfig'> {
  const plain = tools as readonly Tool[];
  const hasFunctions = plain.some((tool) => (tool.functionDeclarations ?? []).length > 0);
  const hasBuiltIns = plain.some((tool) =>
    Object.entries(tool).some(([name, value]) => name !== 'functionDeclarations' && value !== undefined),
  );
  return hasFunctions && hasBuiltIns
    ? { toolConfig: { includeServerSideToolInvocations: true, ...toolConfig } }
    : {};
}
