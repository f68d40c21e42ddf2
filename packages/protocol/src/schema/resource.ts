import { z } from 'zod';
import type { Kit, Mode } from './kit.ts';
import { settingFields } from './request.ts';

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

type ResourceParts = Parameters<typeof settingFields>[1] & {
  readonly step: z.ZodType;
  readonly input: z.ZodType;
  readonly usage: z.ZodType;
  readonly serviceTier: z.ZodType;
};

/** The resource, whole and as stream events carry it. Generic in the schemas it is made of, as `stepSchemas` is. */
export function resourceSchemas<M extends Mode, Parts extends ResourceParts>(kit: Kit<M>, parts: Parts) {
  // A property of a type parameter widens to its constraint; a look-up by key keeps the type that was passed.
  const part = <K extends keyof Parts>(key: K): Parts[K] => parts[key];
  const text = () => kit.optional(z.string());
  const status = kit.oneWord(INTERACTION_STATUSES);
  const errorDetail = kit.object({ code: text(), message: text() });
  const partial = {
    /** Empty in the stream of an interaction that is not stored. */
    id: kit.expected(z.string()),
    status,
    /** Always `interaction`. */
    object: text(),
    model: text(),
    agent: text(),
    created: text(),
    updated: text(),
    /** The tier that was applied. */
    service_tier: kit.optional(part('serviceTier')),
    steps: kit.optional(z.array(part('step'))),
    usage: kit.optional(part('usage')),
    /** With the status `requires_continuation`. */
    continuation_token: text(),
    environment_id: text(),
  };
  const settings = settingFields(kit, parts);
  const interaction = kit.object({
    ...partial,
    /** Absent where the interaction is not stored. */
    id: text(),
    previous_interaction_id: text(),
    errors: kit.optional(z.array(errorDetail)),
    /** Only where it was asked for. */
    input: kit.optional(part('input')),
    ...settings.shared,
    ...settings.model,
    ...settings.agent,
  });
  return { status, errorDetail, partialInteraction: kit.object(partial), interaction };
}
