import { z } from 'zod';
import type { Kit, Mode } from './kit.ts';
import { openEnum } from './open-enum.ts';

/** Every status of an interaction that the API names. */
export const INTERACTION_STATUSES = [
  'queued',
  'in_progress',
  'requires_action',
  'completed',
  'incomplete',
  'requires_continuation',
  'budget_exceeded',
  'failed',
  'cancelled',
] as const;

interface ResourceParts {
  readonly content: z.ZodType;
  readonly step: z.ZodType;
  readonly tool: z.ZodType;
  readonly generationConfig: z.ZodType;
  readonly responseFormats: z.ZodType;
  readonly responseModalities: z.ZodType;
  readonly safetySetting: z.ZodType;
  readonly serviceTier: z.ZodType;
  readonly labels: z.ZodType;
  readonly webhookConfig: z.ZodType;
  readonly environment: z.ZodType;
  readonly agentConfig: z.ZodType;
}

/**
 * The request that makes an interaction, the resource it becomes, and its usage and errors. Generic in the schemas it is
 * made of, as `stepSchemas` is.
 */
export function resourceSchemas<M extends Mode, Parts extends ResourceParts>(kit: Kit<M>, parts: Parts) {
  // A property of a type parameter widens to its constraint; a look-up by key keeps the type that was passed.
  const part = <K extends keyof Parts>(key: K): Parts[K] => parts[key];
  const text = () => kit.optional(z.string());
  const flag = () => kit.optional(z.boolean());
  const count = () => kit.optional(kit.count());

  const status = kit.oneWord(INTERACTION_STATUSES);
  const modality = openEnum('text', 'image', 'audio', 'video', 'document');
  const modalityTokens = kit.object({ modality: kit.optional(modality), tokens: count() });
  const byModality = () => kit.optional(z.array(modalityTokens));
  const usage = kit.object({
    total_input_tokens: count(),
    total_output_tokens: count(),
    total_thought_tokens: count(),
    total_cached_tokens: count(),
    total_tool_use_tokens: count(),
    total_tokens: count(),
    initial_input_tokens: count(),
    input_tokens_by_modality: byModality(),
    output_tokens_by_modality: byModality(),
    cached_tokens_by_modality: byModality(),
    tool_use_tokens_by_modality: byModality(),
    grounding_tool_count: kit.optional(
      z.array(
        kit.object({
          type: kit.optional(openEnum('google_search', 'google_maps', 'retrieval')),
          count: count(),
        }),
      ),
    ),
  });
  const errorDetail = kit.object({ code: text(), message: text() });

  const input = z.union([z.string(), part('content'), z.array(part('step')), z.array(part('content'))]);
  const scoped = {
    system_instruction: text(),
    tools: kit.optional(z.array(part('tool'))),
    generation_config: kit.optional(part('generationConfig')),
    agent_config: kit.optional(part('agentConfig')),
    response_format: kit.optional(part('responseFormats')),
    response_mime_type: text(),
    response_modalities: kit.optional(part('responseModalities')),
    safety_settings: kit.optional(z.array(part('safetySetting'))),
    labels: kit.optional(part('labels')),
    webhook_config: kit.optional(part('webhookConfig')),
    cached_content: text(),
    environment: kit.optional(part('environment')),
  };
  const createRequest = kit.object({
    model: text(),
    agent: text(),
    input: kit.optional(input),
    previous_interaction_id: text(),
    ...scoped,
    stream: flag(),
    store: flag(),
    background: flag(),
    continuation_token: text(),
    service_tier: kit.optional(part('serviceTier')),
  });

  const partial = {
    id: kit.expected(z.string()),
    status,
    object: text(),
    model: text(),
    agent: text(),
    created: text(),
    updated: text(),
    service_tier: kit.optional(part('serviceTier')),
    steps: kit.optional(z.array(part('step'))),
    usage: kit.optional(usage),
    continuation_token: text(),
    environment_id: text(),
  };
  const partialInteraction = kit.object(partial);
  const interaction = kit.object({
    ...partial,
    /** Absent where the interaction is not stored. */
    id: text(),
    previous_interaction_id: text(),
    errors: kit.optional(z.array(errorDetail)),
    input: kit.optional(input),
    ...scoped,
  });
  return {
    status,
    usage,
    modalityTokens,
    errorDetail,
    input,
    createRequest,
    partialInteraction,
    interaction,
  };
}
