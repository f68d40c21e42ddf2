import { z } from 'zod';
import type { Kit, Mode } from './kit.ts';
import { modality } from './usage.ts';

interface SettingParts {
  readonly tool: z.ZodType;
  readonly generationConfig: z.ZodType;
  readonly agentConfig: z.ZodType;
  readonly responseFormats: z.ZodType;
  readonly safetySetting: z.ZodType;
  readonly labels: z.ZodType;
  readonly webhookConfig: z.ZodType;
  readonly environment: z.ZodType;
}

interface RequestParts extends SettingParts {
  readonly requestInput: z.ZodType;
  readonly serviceTier: z.ZodType;
}

/** The settings of a request that the resource may echo. None of them is carried over to the next interaction. */
export function settingFields<M extends Mode, Parts extends SettingParts>(kit: Kit<M>, parts: Parts) {
  // A property of a type parameter widens to its constraint; a look-up by key keeps the type that was passed.
  const part = <K extends keyof Parts>(key: K): Parts[K] => parts[key];
  return {
    shared: {
      system_instruction: kit.optional(z.string()),
      tools: kit.optional(z.array(part('tool'))),
      response_format: kit.optional(part('responseFormats')),
      /** Deprecated by the API for `response_format`. */
      response_mime_type: kit.optional(z.string()),
      /** Deprecated by the API for `response_format`. */
      response_modalities: kit.optional(z.array(modality())),
      safety_settings: kit.optional(z.array(part('safetySetting'))),
      labels: kit.optional(part('labels')),
      webhook_config: kit.optional(part('webhookConfig')),
      environment: kit.optional(part('environment')),
    },
    model: {
      generation_config: kit.optional(part('generationConfig')),
      /** As `cachedContents/{id}`; deprecated by the API. */
      cached_content: kit.optional(z.string()),
    },
    agent: { agent_config: kit.optional(part('agentConfig')) },
  };
}

/** The body of a create request: for a model or for an agent, with the fields of the other forbidden. */
export function requestSchemas<M extends Mode, Parts extends RequestParts>(kit: Kit<M>, parts: Parts) {
  const part = <K extends keyof Parts>(key: K): Parts[K] => parts[key];
  const flag = () => kit.optional(z.boolean());
  const forbidden = () => kit.optional(z.never());
  const settings = settingFields(kit, parts);
  const shared = {
    /** Left out only to continue a stored interaction by its `continuation_token`. */
    input: kit.optional(part('requestInput')),
    previous_interaction_id: kit.optional(z.string()),
    ...settings.shared,
    stream: flag(),
    /** Default true. */
    store: flag(),
    background: flag(),
    continuation_token: kit.optional(z.string()),
    service_tier: kit.optional(part('serviceTier')),
  };
  return {
    modelRequest: kit.object({
      model: z.string(),
      agent: forbidden(),
      ...shared,
      ...settings.model,
      agent_config: forbidden(),
    }),
    agentRequest: kit.object({
      agent: z.string(),
      model: forbidden(),
      ...shared,
      ...settings.agent,
      generation_config: forbidden(),
      cached_content: forbidden(),
    }),
  };
}
