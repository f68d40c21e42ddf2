import type { Step } from './types.ts';

/** Every step type that the API names. */
export const STEP_TYPES = [
  'user_input',
  'model_output',
  'thought',
  'function_call',
  'function_result',
  'code_execution_call',
  'code_execution_result',
  'google_search_call',
  'google_search_result',
  'url_context_call',
  'url_context_result',
  'file_search_call',
  'file_search_result',
  'google_maps_call',
  'google_maps_result',
  'mcp_server_tool_call',
  'mcp_server_tool_result',
  'retrieval_call',
  'retrieval_result',
  'processing_call',
  'processing_result',
] as const satisfies readonly Step['type'][];
