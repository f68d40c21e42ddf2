import { z } from 'zod';
import type { Kit, Mode } from './kit.ts';
import { openEnum } from './open-enum.ts';

/** The kinds of data that are asked for and counted. */
export function modality() {
  return openEnum('text', 'image', 'audio', 'video', 'document');
}

/** What an interaction cost, in tokens. */
export function usageSchemas<M extends Mode>(kit: Kit<M>) {
  const count = () => kit.optional(kit.count());
  const modalityTokens = kit.object({ modality: kit.optional(modality()), tokens: count() });
  const byModality = () => kit.optional(z.array(modalityTokens));
  const groundingToolCount = kit.object({
    type: kit.optional(openEnum('google_search', 'google_maps', 'retrieval')),
    count: count(),
  });
  const usage = kit.object({
    /** Includes the history of the chain, and the cached tokens. */
    total_input_tokens: count(),
    /** Without thoughts. */
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
    grounding_tool_count: kit.optional(z.array(groundingToolCount)),
  });
  return { modalityTokens, usage };
}
