import { z } from 'zod';
import { jsonObject, stringMap } from './json.ts';
import type { Kit, Mode } from './kit.ts';
import { openEnum } from './open-enum.ts';

/** Tools of a request, and which of them the model may or must call. */
export function toolSchemas<M extends Mode>(kit: Kit<M>) {
  const text = () => kit.optional(z.string());
  const number = () => kit.optional(z.number());
  const texts = () => kit.optional(z.array(z.string()));
  const toolChoiceMode = kit.oneWord(['auto', 'any', 'none', 'validated']);
  const allowedTools = kit.object({ mode: kit.optional(toolChoiceMode), tools: texts() });
  const toolChoice = z.union([toolChoiceMode, kit.object({ allowed_tools: kit.optional(allowedTools) })]);

  const ranking = kit.object({
    ranking_config: kit.expected(z.literal('rank_service')),
    model_name: text(),
    rank_service: kit.optional(kit.object({ model_name: text() })),
  });
  const ragRetrieval = kit.object({
    top_k: kit.optional(kit.count()),
    filter: kit.optional(
      kit.object({
        metadata_filter: text(),
        vector_distance_threshold: number(),
        vector_similarity_threshold: number(),
      }),
    ),
    hybrid_search: kit.optional(kit.object({ alpha: number() })),
    ranking: kit.optional(ranking),
  });
  const ragStore = kit.object({
    rag_resources: kit.optional(z.array(kit.object({ rag_corpus: text(), rag_file_ids: texts() }))),
    rag_retrieval_config: kit.optional(ragRetrieval),
    similarity_top_k: kit.optional(kit.count()),
    vector_distance_threshold: number(),
  });

  const tools = {
    functionTool: kit.object({
      type: z.literal('function'),
      name: text(),
      description: text(),
      parameters: kit.optional(jsonObject()),
    }),
    codeExecutionTool: kit.object({ type: z.literal('code_execution') }),
    googleSearchTool: kit.object({
      type: z.literal('google_search'),
      search_types: kit.optional(z.array(openEnum('web_search', 'image_search', 'enterprise_web_search'))),
    }),
    urlContextTool: kit.object({ type: z.literal('url_context') }),
    fileSearchTool: kit.object({
      type: z.literal('file_search'),
      file_search_store_names: texts(),
      metadata_filter: text(),
      top_k: kit.optional(kit.count()),
    }),
    googleMapsTool: kit.object({
      type: z.literal('google_maps'),
      enable_widget: kit.optional(z.boolean()),
      latitude: number(),
      longitude: number(),
    }),
    computerUseTool: kit.object({
      type: z.literal('computer_use'),
      environment: kit.optional(openEnum('browser', 'mobile', 'desktop')),
      excluded_predefined_functions: texts(),
      enable_prompt_injection_detection: kit.optional(z.boolean()),
      disabled_safety_policies: texts(),
    }),
    mcpServerTool: kit.object({
      type: z.literal('mcp_server'),
      name: text(),
      url: text(),
      headers: kit.optional(stringMap()),
      allowed_tools: kit.optional(z.array(allowedTools)),
    }),
    retrievalTool: kit.object({
      type: z.literal('retrieval'),
      retrieval_types: kit.optional(
        z.array(openEnum('vertex_ai_search', 'rag_store', 'exa_ai_search', 'parallel_ai_search')),
      ),
      vertex_ai_search_config: kit.optional(kit.object({ datastores: texts(), engine: text() })),
      rag_store_config: kit.optional(ragStore),
      exa_ai_search_config: kit.optional(
        kit.object({ api_key: kit.expected(z.string()), custom_config: kit.optional(jsonObject()) }),
      ),
      parallel_ai_search_config: kit.optional(
        kit.object({ api_key: text(), custom_config: kit.optional(jsonObject()) }),
      ),
    }),
  };
  const tool = kit.oneOf([
    tools.functionTool,
    tools.codeExecutionTool,
    tools.googleSearchTool,
    tools.urlContextTool,
    tools.fileSearchTool,
    tools.googleMapsTool,
    tools.computerUseTool,
    tools.mcpServerTool,
    tools.retrievalTool,
  ]);
  return { ...tools, tool, toolChoice };
}
