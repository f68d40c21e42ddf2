import type { Tool } from '@catenary/protocol';
import type {
  FunctionDeclaration,
  Tool as GenAiTool,
  GenerateContentConfig,
  ToolConfig,
} from '@google/genai';
import { AgentsError } from '../../../error.ts';
import { warnOnce } from '../../../logger.ts';
import { toJsonSchema } from '../../../schema/to-json-schema.ts';

/**
 * The request's tools on the wire: functions first, in order, then built-in tools with their options. An option that the
 * wire does not have is held back with one warning. Throws `invalid_argument`, naming a tool that the API does not have.
 */
export function toTools({ tools, toolConfig }: Pick<GenerateContentConfig, 'tools' | 'toolConfig'>): Tool[] {
  // The SDK's list may also hold tools that it calls itself; `toBuiltInTools` refuses those by their keys.
  const plain = (tools ?? []) as readonly GenAiTool[];
  return [
    ...plain.flatMap((tool) => (tool.functionDeclarations ?? []).map(toFunctionTool)),
    ...plain.flatMap((tool) => toBuiltInTools(tool, toolConfig)),
  ];
}

function toFunctionTool(declaration: FunctionDeclaration): Tool {
  const { name, description, parameters, parametersJsonSchema, ...rest } = declaration;
  warnHeldBack('functionDeclarations', rest);
  const schema = parametersJsonSchema ?? parameters;
  return {
    type: 'function',
    ...(name === undefined ? {} : { name }),
    ...(description === undefined ? {} : { description }),
    ...(typeof schema === 'object' && schema !== null ? { parameters: { ...toJsonSchema(schema) } } : {}),
  };
}

type Makers = { readonly [K in Exclude<keyof GenAiTool, 'functionDeclarations'>]?: Maker<K> };
type Maker<K extends keyof GenAiTool> = (
  options: NonNullable<GenAiTool[K]>,
  toolConfig: ToolConfig | undefined,
) => Tool | Tool[];

const MAKERS: Makers = {
  googleSearch: ({ searchTypes, ...rest }) => {
    warnHeldBack('googleSearch', rest);
    const types = [
      ...(searchTypes?.webSearch === undefined ? [] : ['web_search']),
      ...(searchTypes?.imageSearch === undefined ? [] : ['image_search']),
    ];
    return { type: 'google_search', ...(types.length === 0 ? {} : { search_types: types }) };
  },
  googleSearchRetrieval: (options) => {
    warnHeldBack('googleSearchRetrieval', options);
    return { type: 'google_search' };
  },
  enterpriseWebSearch: (options) => {
    warnHeldBack('enterpriseWebSearch', options);
    return { type: 'google_search', search_types: ['enterprise_web_search'] };
  },
  urlContext: () => ({ type: 'url_context' }),
  codeExecution: () => ({ type: 'code_execution' }),
  googleMaps: ({ enableWidget, ...rest }, toolConfig) => {
    warnHeldBack('googleMaps', rest);
    const { latitude, longitude } = toolConfig?.retrievalConfig?.latLng ?? {};
    return {
      type: 'google_maps',
      ...(enableWidget === undefined ? {} : { enable_widget: enableWidget }),
      ...(latitude === undefined ? {} : { latitude }),
      ...(longitude === undefined ? {} : { longitude }),
    };
  },
  fileSearch: ({ fileSearchStoreNames, metadataFilter, topK, ...rest }) => {
    warnHeldBack('fileSearch', rest);
    return {
      type: 'file_search',
      ...(fileSearchStoreNames === undefined ? {} : { file_search_store_names: fileSearchStoreNames }),
      ...(metadataFilter === undefined ? {} : { metadata_filter: metadataFilter }),
      ...(topK === undefined ? {} : { top_k: topK }),
    };
  },
  computerUse: (options) => ({
    type: 'computer_use',
    ...(options.environment === undefined
      ? {}
      : { environment: options.environment.replace('ENVIRONMENT_', '').toLowerCase() }),
    ...(options.excludedPredefinedFunctions === undefined
      ? {}
      : { excluded_predefined_functions: options.excludedPredefinedFunctions }),
    ...(options.enablePromptInjectionDetection === undefined
      ? {}
      : { enable_prompt_injection_detection: options.enablePromptInjectionDetection }),
    ...(options.disabledSafetyPolicies === undefined
      ? {}
      : { disabled_safety_policies: options.disabledSafetyPolicies.map((policy) => policy.toLowerCase()) }),
  }),
  mcpServers: (servers) =>
    servers.map(({ name, streamableHttpTransport: { url, headers, ...rest } = {} }): Tool => {
      warnHeldBack('mcpServers', rest);
      return {
        type: 'mcp_server',
        ...(name === undefined ? {} : { name }),
        ...(url === undefined ? {} : { url }),
        ...(headers === undefined || Object.keys(headers).length === 0 ? {} : { headers }),
      };
    }),
};

function toBuiltInTools(tool: GenAiTool, toolConfig: ToolConfig | undefined): Tool[] {
  return Object.entries(tool).flatMap(([name, options]): Tool | Tool[] => {
    if (options === undefined || name === 'functionDeclarations') {
      return [];
    }
    // Each maker takes the options that stand under its own name, which no type can say of a name that is only known now.
    const make = (Object.hasOwn(MAKERS, name) ? MAKERS[name as keyof Makers] : undefined) as
      | ((options: unknown, toolConfig: ToolConfig | undefined) => Tool | Tool[])
      | undefined;
    if (make === undefined) {
      throw new AgentsError({
        code: 'invalid_argument',
        message: `The tool "${name}" cannot be sent over the Interactions API.`,
        hint: `Use function tools, or one of ${Object.keys(MAKERS).join(', ')}.`,
      });
    }
    return make(options, toolConfig);
  });
}

function warnHeldBack(tool: string, options: object): void {
  for (const [name, value] of Object.entries(options)) {
    if (value !== undefined) {
      warnOnce(
        `tool:${tool}.${name}`,
        `The option ${name} of the tool ${tool} is not sent: the Interactions API has no such field.`,
      );
    }
  }
}
