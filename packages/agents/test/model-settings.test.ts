import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { LlmRequest } from '../src/contract/llm-request.ts';
import { paramsOf } from './support/model-params.ts';
import { recordWarnings } from './support/record-warnings.ts';

const warnings = recordWarnings();

describe('settings', () => {
  const config = (value: LlmRequest['config'] & object, kind?: 'google' | 'catenary' | 'other') =>
    paramsOf({ config: value }, kind);

  it('instruction, tools and settings go with a chained request, too', () => {
    const declaration = { name: 'tide', description: 'Tides', parametersJsonSchema: { type: 'object' } };
    expect(
      paramsOf({
        previousInteractionId: 'v1_a',
        environmentId: 'env_1',
        config: {
          systemInstruction: 'Be brief.',
          tools: [{ functionDeclarations: [declaration] }],
          maxOutputTokens: 100,
        },
      }),
    ).toEqual({
      model: 'gemini-2.5-flash',
      input: 'hello',
      previous_interaction_id: 'v1_a',
      system_instruction: 'Be brief.',
      tools: [{ type: 'function', name: 'tide', description: 'Tides', parameters: { type: 'object' } }],
      generation_config: { max_output_tokens: 100 },
      environment: 'env_1',
    });
  });

  it('a plain turn carries nothing else', () => {
    expect(
      config({ tools: [], stopSequences: [], safetySettings: [], labels: {}, systemInstruction: '' }),
    ).toEqual({
      model: 'gemini-2.5-flash',
      input: 'hello',
    });
  });

  it('a stateless request is not stored', () => {
    expect(paramsOf({ stateless: true })).toMatchObject({ store: false });
  });

  it('an instruction of contents becomes its texts on lines', () => {
    const systemInstruction = { parts: [{ text: 'One.' }, {}, { text: 'Two.' }] };
    expect(config({ systemInstruction })).toMatchObject({ system_instruction: 'One.\nTwo.' });
  });

  it.each(['google', 'catenary', 'other'] as const)(
    'on %s, what is declared goes and the rest is held back',
    (kind) => {
      const sampling = {
        maxOutputTokens: 9,
        stopSequences: ['x'],
        seed: 0,
        temperature: 0,
        topP: 0.5,
        topK: 3,
        presencePenalty: 1,
        frequencyPenalty: 1,
      };
      expect(config(sampling, kind).generation_config).toEqual({
        max_output_tokens: 9,
        stop_sequences: ['x'],
        seed: 0,
        temperature: 0,
        top_p: 0.5,
      });
      expect(config(sampling, kind)).toBeDefined();
      expect(warnings).toHaveLength(3);
      expect(warnings).toEqual([
        expect.stringContaining('topK is not sent: the Interactions API has no such field'),
        expect.stringContaining('presencePenalty is not sent: the Interactions API refuses'),
        expect.stringContaining('frequencyPenalty is not sent: the Interactions API refuses'),
      ]);
    },
  );

  it('settings that are all sent warn of nothing', () => {
    config({ maxOutputTokens: 5, temperature: 1, thinkingConfig: { includeThoughts: true } });
    expect(warnings).toEqual([]);
  });

  it('what the API does not have is told once, by name', () => {
    config({
      candidateCount: 2,
      responseLogprobs: true,
      cachedContent: 'c',
      httpOptions: { timeout: 1, extraBody: {} },
    });
    config({ candidateCount: 2 });
    expect(warnings.map((text) => /\.(\w+) /.exec(text)?.[1])).toEqual([
      'candidateCount',
      'responseLogprobs',
      'cachedContent',
      'extraBody',
    ]);
  });

  it('thinking is sent as level and summaries', () => {
    expect(
      config({ thinkingConfig: { includeThoughts: true, thinkingLevel: 'LOW' as never, thinkingBudget: 5 } })
        .generation_config,
    ).toEqual({ thinking_level: 'low', thinking_summaries: 'auto' });
    expect(warnings).toEqual([expect.stringContaining('thinkingBudget')]);
    expect(config({ thinkingConfig: { includeThoughts: false } }).generation_config).toEqual({
      thinking_summaries: 'none',
    });
  });

  it.each([
    [{ mode: 'AUTO' }, 'auto'],
    [{ mode: 'ANY' }, 'any'],
    [{ mode: 'NONE' }, 'none'],
    [{ mode: 'VALIDATED' }, 'validated'],
    [{ mode: 'ANY', allowedFunctionNames: ['tide'] }, { allowed_tools: { mode: 'any', tools: ['tide'] } }],
  ])('tool choice %j', (functionCallingConfig, choice) => {
    const tools = [{ functionDeclarations: [{ name: 'tide' }] }];
    const toolConfig = { functionCallingConfig } as never;
    expect(config({ tools, toolConfig }).generation_config).toEqual({ tool_choice: choice });
    // Without functions the service refuses a choice.
    expect(config({ toolConfig }).generation_config).toBeUndefined();
    expect(warnings).toEqual([expect.stringContaining('functionCallingConfig')]);
  });

  it('a response schema becomes a wrapped format', () => {
    const schema = z.object({ total: z.number() });
    const format = {
      type: 'text',
      mime_type: 'application/json',
      schema: { type: 'object', properties: { total: { type: 'number' } }, required: ['total'] },
    };
    const written = { type: 'OBJECT', properties: { total: { type: 'NUMBER' } }, required: ['total'] };
    expect(config({ responseSchema: written as never }).response_format).toEqual(format);
    expect(config({ responseJsonSchema: format.schema }).response_format).toEqual(format);
    expect(config({ responseJsonSchema: schema }).response_format).toEqual(format);
    expect(config({ responseMimeType: 'application/json' }).response_format).toEqual({
      type: 'text',
      mime_type: 'application/json',
    });
    expect(config({ responseMimeType: 'text/plain' }).response_format).toBeUndefined();
  });

  it('modalities, safety, labels and tier are sent in the wire’s words', () => {
    expect(
      config({
        responseModalities: ['TEXT', 'IMAGE'],
        safetySettings: [
          { category: 'HARM_CATEGORY_HATE_SPEECH' as never, threshold: 'BLOCK_ONLY_HIGH' as never },
        ],
        labels: { team: 'tides' },
        serviceTier: 'FLEX' as never,
      }),
    ).toMatchObject({
      response_modalities: ['text', 'image'],
      safety_settings: [{ type: 'hate_speech', threshold: 'block_only_high' }],
      labels: { team: 'tides' },
      service_tier: 'flex',
    });
  });
});

describe('tools', () => {
  const toolsOf = (tools: unknown, toolConfig?: object) =>
    paramsOf({ config: { tools, toolConfig } as never }).tools;

  it('functions come first, then built-in tools with their options', () => {
    expect(
      toolsOf(
        [
          { googleSearch: {} },
          { functionDeclarations: [{ name: 'a' }] },
          { urlContext: {}, codeExecution: {} },
          { functionDeclarations: [{ name: 'b', description: 'B' }] },
          { googleMaps: { enableWidget: true } },
          { fileSearch: { fileSearchStoreNames: ['s'], metadataFilter: 'f', topK: 2 } },
          { computerUse: { environment: 'ENVIRONMENT_BROWSER', excludedPredefinedFunctions: ['drag'] } },
          { enterpriseWebSearch: {} },
          {
            mcpServers: [
              { name: 'm', streamableHttpTransport: { url: 'https://m.example', headers: { a: 'b' } } },
            ],
          },
        ],
        { retrievalConfig: { latLng: { latitude: 1.5, longitude: 2.5 } } },
      ),
    ).toEqual([
      { type: 'function', name: 'a' },
      { type: 'function', name: 'b', description: 'B' },
      { type: 'google_search' },
      { type: 'url_context' },
      { type: 'code_execution' },
      { type: 'google_maps', enable_widget: true, latitude: 1.5, longitude: 2.5 },
      { type: 'file_search', file_search_store_names: ['s'], metadata_filter: 'f', top_k: 2 },
      { type: 'computer_use', environment: 'browser', excluded_predefined_functions: ['drag'] },
      { type: 'google_search', search_types: ['enterprise_web_search'] },
      { type: 'mcp_server', name: 'm', url: 'https://m.example', headers: { a: 'b' } },
    ]);
    expect(warnings).toEqual([]);
  });

  it('schemas of every kind arrive the same', () => {
    const written = {
      type: 'OBJECT',
      properties: { pier: { type: 'STRING', enum: ['a'] } },
      required: ['pier'],
    };
    const expected = {
      type: 'object',
      properties: { pier: { type: 'string', enum: ['a'] } },
      required: ['pier'],
    };
    expect(
      toolsOf([
        {
          functionDeclarations: [
            { name: 'a', parameters: written },
            { name: 'b', parametersJsonSchema: expected },
          ],
        },
      ]),
    ).toEqual([
      { type: 'function', name: 'a', parameters: expected },
      { type: 'function', name: 'b', parameters: expected },
    ]);
  });

  it('an option that the wire has not is told once', () => {
    toolsOf([{ googleSearch: { excludeDomains: ['x.example'] } }]);
    toolsOf([{ googleSearch: { excludeDomains: ['x.example'] } }]);
    expect(warnings).toEqual([expect.stringContaining('excludeDomains')]);
  });

  it('a tool that the API has not is an error that names it', () => {
    expect(() => toolsOf([{ parallelAiSearch: {} }])).toThrow(
      expect.objectContaining({
        code: 'invalid_argument',
        message: expect.stringContaining('parallelAiSearch'),
      }),
    );
  });
});
