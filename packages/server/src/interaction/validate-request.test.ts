import type { CreateInteractionRequest, CreateModelInteractionRequest } from '@catenary/protocol';
import { describe, expect, it } from 'vitest';
import { ignoredFields, validateRequest } from './validate-request.ts';

const valid: CreateModelInteractionRequest = { model: 'm', input: 'Hi' };
const ferry = { type: 'function', name: 'ferry' } as const;

const served: CreateModelInteractionRequest[] = [
  valid,
  { ...valid, store: true, background: true, stream: true, previous_interaction_id: 'v1_x' },
  { ...valid, store: false, stream: true },
  { ...valid, tools: [ferry, { type: 'google_search' }], generation_config: { tool_choice: 'any' } },
  { ...valid, tools: [ferry], generation_config: { tool_choice: { allowed_tools: { tools: ['ferry'] } } } },
  {
    ...valid,
    response_modalities: ['text'],
    response_format: { type: 'text', mime_type: 'application/json' },
  },
  { ...valid, response_format: { type: 'object' }, response_mime_type: 'application/json' },
];

describe('a request', () => {
  it.each(served)('that can be served passes: %o', (request: CreateInteractionRequest) => {
    expect(() => validateRequest(request)).not.toThrow();
  });

  it.each<[Partial<CreateModelInteractionRequest>, string]>([
    [{ store: false, background: true }, 'background'],
    [{ store: false, previous_interaction_id: 'v1_x' }, 'previous_interaction_id'],
    [{ continuation_token: 'x' }, 'continuation_token'],
    [{ webhook_config: { uris: [] } }, 'webhook_config'],
    [{ environment: 'remote' }, 'environment'],
    [{ cached_content: 'cachedContents/x' }, 'cached_content'],
    [{ service_tier: 'deferred' }, 'service_tier'],
    [{ response_modalities: ['text', 'image'] }, 'response_modalities'],
    [{ response_format: { type: 'image' } }, 'response_format.type'],
    [{ response_format: [{ type: 'text' }, { type: 'audio' }] }, 'response_format[1].type'],
    [{ tools: [ferry, { type: 'url_context' }] }, 'tools[1].type'],
    [{ tools: [{ type: 'function' }] }, 'tools[0].name'],
    [{ tools: [ferry, ferry] }, 'tools[1].name'],
    [{ generation_config: { tool_choice: 'auto' } }, 'generation_config.tool_choice'],
    [
      { tools: [ferry], generation_config: { tool_choice: { allowed_tools: { tools: ['tide'] } } } },
      'generation_config.tool_choice.allowed_tools.tools',
    ],
  ])('that cannot be served is refused with a path: %o', (change, path) => {
    expect(() => validateRequest({ ...valid, ...change })).toThrow(
      expect.objectContaining({ code: 'invalid_request', path, hint: expect.any(String) }),
    );
  });

  it('without an input, or for an agent, is refused', () => {
    expect(() => validateRequest({ model: 'm' })).toThrow(expect.objectContaining({ path: 'input' }));
    expect(() => validateRequest({ agent: 'a', input: 'Hi' })).toThrow(
      expect.objectContaining({ code: 'model_not_found', path: 'agent' }),
    );
  });

  it('says which of its fields had no effect', () => {
    expect(ignoredFields({ ...valid, service_tier: 'standard' })).toEqual([]);
    expect(ignoredFields({ ...valid, service_tier: 'flex', labels: {}, safety_settings: [] })).toEqual([
      'labels',
      'safety_settings',
      'service_tier',
    ]);
  });
});
