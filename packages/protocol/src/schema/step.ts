import { z } from 'zod';
import { jsonObject } from './json.ts';
import type { Kit, Mode } from './kit.ts';
import { openEnum } from './open-enum.ts';

/**
 * The 21 step types of an interaction, and the payloads that their deltas share. Generic in the schemas it is made of, so
 * that declarations name them and stay small.
 */
export function stepSchemas<
  M extends Mode,
  Parts extends { readonly content: z.ZodType; readonly reviewSnippet: z.ZodType },
>(kit: Kit<M>, parts: Parts) {
  const content: Parts['content'] = parts.content;
  const reviewSnippet: Parts['reviewSnippet'] = parts.reviewSnippet;
  const text = () => kit.optional(z.string());
  const texts = () => kit.optional(z.array(z.string()));
  const signature = text();
  const isError = kit.optional(z.boolean());
  const call = { id: z.string(), signature };
  const answer = { call_id: z.string(), signature };

  const codeArguments = kit.object({ code: text(), language: kit.optional(openEnum('python', 'bash')) });
  const queryArguments = kit.object({ queries: texts() });
  const urlArguments = kit.object({ urls: texts() });
  const searchType = kit.optional(openEnum('web_search', 'image_search', 'enterprise_web_search'));
  const searchResult = z.array(kit.object({ search_suggestions: text() }));
  const urlResult = z.array(
    kit.object({ url: text(), status: kit.optional(openEnum('success', 'error', 'paywall', 'unsafe')) }),
  );
  const place = kit.object({
    name: text(),
    place_id: text(),
    url: text(),
    review_snippets: kit.optional(z.array(reviewSnippet)),
  });
  const mapsResult = z.array(
    kit.object({ places: kit.optional(z.array(place)), widget_context_token: text() }),
  );
  const retrievalType = kit.optional(
    openEnum('vertex_ai_search', 'rag_store', 'exa_ai_search', 'parallel_ai_search'),
  );
  /** A plain string, any object, or content. */
  const toolResult = z.union([z.string(), z.array(content), jsonObject()]);

  const status = kit.object({
    code: kit.optional(kit.count()),
    message: text(),
    details: kit.optional(z.array(jsonObject())),
  });

  const steps = {
    userInput: kit.object({ type: z.literal('user_input'), content: kit.optional(z.array(content)) }),
    modelOutput: kit.object({
      type: z.literal('model_output'),
      content: kit.optional(z.array(content)),
      error: kit.optional(status),
    }),
    thought: kit.object({
      type: z.literal('thought'),
      signature,
      summary: kit.optional(z.array(content)),
    }),
    functionCall: kit.object({
      type: z.literal('function_call'),
      ...call,
      name: z.string(),
      arguments: kit.expected(jsonObject()),
    }),
    functionResult: kit.object({
      type: z.literal('function_result'),
      call_id: z.string(),
      name: text(),
      is_error: isError,
      result: kit.expected(toolResult),
      signature,
    }),
    codeExecutionCall: kit.object({
      type: z.literal('code_execution_call'),
      ...call,
      arguments: kit.expected(codeArguments),
    }),
    codeExecutionResult: kit.object({
      type: z.literal('code_execution_result'),
      ...answer,
      result: kit.expected(z.union([z.string(), z.array(content)])),
      is_error: isError,
    }),
    googleSearchCall: kit.object({
      type: z.literal('google_search_call'),
      ...call,
      arguments: kit.expected(queryArguments),
      search_type: searchType,
    }),
    googleSearchResult: kit.object({
      type: z.literal('google_search_result'),
      ...answer,
      result: kit.expected(searchResult),
      is_error: isError,
    }),
    urlContextCall: kit.object({
      type: z.literal('url_context_call'),
      ...call,
      arguments: kit.expected(urlArguments),
    }),
    urlContextResult: kit.object({
      type: z.literal('url_context_result'),
      ...answer,
      result: kit.expected(urlResult),
      is_error: isError,
    }),
    fileSearchCall: kit.object({ type: z.literal('file_search_call'), ...call }),
    fileSearchResult: kit.object({
      type: z.literal('file_search_result'),
      ...answer,
      result: kit.optional(z.array(jsonObject())),
    }),
    googleMapsCall: kit.object({
      type: z.literal('google_maps_call'),
      ...call,
      arguments: kit.optional(queryArguments),
    }),
    googleMapsResult: kit.object({
      type: z.literal('google_maps_result'),
      ...answer,
      result: kit.expected(mapsResult),
    }),
    mcpServerToolCall: kit.object({
      type: z.literal('mcp_server_tool_call'),
      ...call,
      name: z.string(),
      server_name: kit.expected(z.string()),
      arguments: kit.expected(jsonObject()),
    }),
    mcpServerToolResult: kit.object({
      type: z.literal('mcp_server_tool_result'),
      ...answer,
      name: text(),
      server_name: text(),
      result: kit.expected(toolResult),
    }),
    retrievalCall: kit.object({
      type: z.literal('retrieval_call'),
      ...call,
      arguments: kit.expected(queryArguments),
      retrieval_type: retrievalType,
    }),
    retrievalResult: kit.object({ type: z.literal('retrieval_result'), ...answer, is_error: isError }),
    processingCall: kit.object({ type: z.literal('processing_call'), ...call }),
    processingResult: kit.object({ type: z.literal('processing_result'), ...answer }),
  };
  const stepOptions = [
    steps.userInput,
    steps.modelOutput,
    steps.thought,
    steps.functionCall,
    steps.functionResult,
    steps.codeExecutionCall,
    steps.codeExecutionResult,
    steps.googleSearchCall,
    steps.googleSearchResult,
    steps.urlContextCall,
    steps.urlContextResult,
    steps.fileSearchCall,
    steps.fileSearchResult,
    steps.googleMapsCall,
    steps.googleMapsResult,
    steps.mcpServerToolCall,
    steps.mcpServerToolResult,
    steps.retrievalCall,
    steps.retrievalResult,
    steps.processingCall,
    steps.processingResult,
  ] as const;
  const payloads = {
    codeArguments,
    queryArguments,
    urlArguments,
    searchResult,
    urlResult,
    mapsResult,
    retrievalType,
    toolResult,
  };
  return { ...steps, stepOptions, step: kit.oneOf(stepOptions), payloads };
}
