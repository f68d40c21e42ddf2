import { z } from 'zod';
import { jsonObject } from './json.ts';
import type { Kit, Mode } from './kit.ts';
import { openEnum } from './open-enum.ts';

interface DeltaParts {
  readonly annotation: z.ZodType;
  readonly content: z.ZodType;
  readonly codeArguments: z.ZodType;
  readonly queryArguments: z.ZodType;
  readonly urlArguments: z.ZodType;
  readonly searchResult: z.ZodType;
  readonly urlResult: z.ZodType;
  readonly mapsResult: z.ZodType;
  readonly retrievalType: z.ZodType;
  readonly toolResult: z.ZodType;
}

/** The increments of a step inside a stream. Generic in the schemas it is made of, as `stepSchemas` is. */
export function deltaSchemas<M extends Mode, Parts extends DeltaParts>(kit: Kit<M>, parts: Parts) {
  // A property of a type parameter widens to its constraint; a look-up by key keeps the type that was passed.
  const part = <K extends keyof Parts>(key: K): Parts[K] => parts[key];
  const text = () => kit.optional(z.string());
  const signature = text();
  const isError = kit.optional(z.boolean());
  const media = { data: text(), uri: text(), mime_type: text() };
  const resolution = kit.optional(openEnum('low', 'medium', 'high', 'ultra_high'));

  const deltas = {
    text: kit.object({ type: z.literal('text'), text: kit.expected(z.string()) }),
    textAnnotation: kit.object({
      type: z.literal('text_annotation_delta'),
      annotations: kit.optional(z.array(part('annotation'))),
    }),
    image: kit.object({ type: z.literal('image'), ...media, resolution }),
    audio: kit.object({
      type: z.literal('audio'),
      ...media,
      sample_rate: kit.optional(kit.count()),
      rate: kit.optional(kit.count()),
      channels: kit.optional(kit.count()),
    }),
    video: kit.object({ type: z.literal('video'), ...media, resolution }),
    document: kit.object({ type: z.literal('document'), ...media }),
    thoughtSignature: kit.object({ type: z.literal('thought_signature'), signature }),
    thoughtSummary: kit.object({
      type: z.literal('thought_summary'),
      content: kit.optional(part('content')),
    }),
    arguments: kit.object({ type: z.literal('arguments_delta'), arguments: text() }),
    functionResult: kit.object({
      type: z.literal('function_result'),
      call_id: text(),
      name: text(),
      result: kit.expected(part('toolResult')),
      is_error: isError,
    }),
    codeExecutionCall: kit.object({
      type: z.literal('code_execution_call'),
      arguments: kit.expected(part('codeArguments')),
      signature,
    }),
    codeExecutionResult: kit.object({
      type: z.literal('code_execution_result'),
      result: kit.expected(z.union([z.string(), z.array(part('content'))])),
      is_error: isError,
      signature,
    }),
    googleSearchCall: kit.object({
      type: z.literal('google_search_call'),
      arguments: kit.expected(part('queryArguments')),
      signature,
    }),
    googleSearchResult: kit.object({
      type: z.literal('google_search_result'),
      result: kit.expected(part('searchResult')),
      is_error: isError,
      signature,
    }),
    urlContextCall: kit.object({
      type: z.literal('url_context_call'),
      arguments: kit.expected(part('urlArguments')),
      signature,
    }),
    urlContextResult: kit.object({
      type: z.literal('url_context_result'),
      result: kit.expected(part('urlResult')),
      is_error: isError,
      signature,
    }),
    fileSearchCall: kit.object({ type: z.literal('file_search_call'), signature }),
    fileSearchResult: kit.object({
      type: z.literal('file_search_result'),
      result: kit.expected(z.array(jsonObject())),
      signature,
    }),
    googleMapsCall: kit.object({
      type: z.literal('google_maps_call'),
      arguments: kit.optional(part('queryArguments')),
      signature,
    }),
    googleMapsResult: kit.object({
      type: z.literal('google_maps_result'),
      result: kit.optional(part('mapsResult')),
      signature,
    }),
    mcpServerToolCall: kit.object({
      type: z.literal('mcp_server_tool_call'),
      name: kit.expected(z.string()),
      server_name: kit.expected(z.string()),
      arguments: kit.expected(jsonObject()),
      signature,
    }),
    mcpServerToolResult: kit.object({
      type: z.literal('mcp_server_tool_result'),
      name: text(),
      server_name: text(),
      result: kit.expected(part('toolResult')),
      signature,
    }),
    retrievalCall: kit.object({
      type: z.literal('retrieval_call'),
      arguments: kit.expected(part('queryArguments')),
      retrieval_type: part('retrievalType'),
      signature,
    }),
    retrievalResult: kit.object({ type: z.literal('retrieval_result'), is_error: isError, signature }),
    processingCall: kit.object({ type: z.literal('processing_call'), signature }),
    processingResult: kit.object({ type: z.literal('processing_result'), signature }),
  };
  const delta = kit.oneOf([
    deltas.text,
    deltas.textAnnotation,
    deltas.image,
    deltas.audio,
    deltas.video,
    deltas.document,
    deltas.thoughtSignature,
    deltas.thoughtSummary,
    deltas.arguments,
    deltas.functionResult,
    deltas.codeExecutionCall,
    deltas.codeExecutionResult,
    deltas.googleSearchCall,
    deltas.googleSearchResult,
    deltas.urlContextCall,
    deltas.urlContextResult,
    deltas.fileSearchCall,
    deltas.fileSearchResult,
    deltas.googleMapsCall,
    deltas.googleMapsResult,
    deltas.mcpServerToolCall,
    deltas.mcpServerToolResult,
    deltas.retrievalCall,
    deltas.retrievalResult,
    deltas.processingCall,
    deltas.processingResult,
  ]);
  return { ...deltas, delta };
}
