import type { ReceivedUsage } from '@catenary/protocol';
import type { GenerateContentResponseUsageMetadata, MediaModality, ModalityTokenCount } from '@google/genai';

/** Token counts as the service reports them; the total falls back to the sum of what makes it up. */
export function fromUsage(usage: ReceivedUsage): GenerateContentResponseUsageMetadata {
  const counts: Record<string, number | undefined> = {
    promptTokenCount: count(usage.total_input_tokens),
    candidatesTokenCount: count(usage.total_output_tokens),
    thoughtsTokenCount: count(usage.total_thought_tokens),
    cachedContentTokenCount: count(usage.total_cached_tokens),
    toolUsePromptTokenCount: count(usage.total_tool_use_tokens),
    totalTokenCount: count(usage.total_tokens) ?? sum(usage),
  };
  const details: Record<string, ModalityTokenCount[] | undefined> = {
    promptTokensDetails: byModality(usage.input_tokens_by_modality),
    candidatesTokensDetails: byModality(usage.output_tokens_by_modality),
    cacheTokensDetails: byModality(usage.cached_tokens_by_modality),
    toolUsePromptTokensDetails: byModality(usage.tool_use_tokens_by_modality),
  };
  return Object.fromEntries(
    [...Object.entries(counts), ...Object.entries(details)].filter(([, value]) => value !== undefined),
  );
}

function sum(usage: ReceivedUsage): number {
  return (
    (usage.total_input_tokens ?? 0) +
    (usage.total_output_tokens ?? 0) +
    (usage.total_thought_tokens ?? 0) +
    (usage.total_tool_use_tokens ?? 0)
  );
}

function count(value: number | null | undefined): number | undefined {
  return value ?? undefined;
}

function byModality(counts: ReceivedUsage['input_tokens_by_modality']): ModalityTokenCount[] | undefined {
  return counts?.map(({ modality, tokens }) => ({
    // The SDK's enum has the same words in upper case; importing it would load the SDK.
    ...(modality == null ? {} : { modality: modality.toUpperCase() as MediaModality }),
    ...(tokens == null ? {} : { tokenCount: tokens }),
  }));
}
