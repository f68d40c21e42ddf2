import type { Usage } from '@catenary/protocol';

const TOTALS = [
  'total_input_tokens',
  'total_output_tokens',
  'total_thought_tokens',
  'total_cached_tokens',
  'total_tool_use_tokens',
  'total_tokens',
] as const;

/** The usage of an interaction whose backend was asked again: totals are added, lists put behind each other. */
export function addUsage(first: Usage, second: Usage): Usage {
  const sum: Usage = { ...first };
  for (const field of TOTALS) {
    const total = (first[field] ?? 0) + (second[field] ?? 0);
    if (first[field] !== undefined || second[field] !== undefined) {
      sum[field] = total;
    }
  }
  for (const field of ['input', 'output', 'cached', 'tool_use'] as const) {
    const key = `${field}_tokens_by_modality` as const;
    const merged = mergeModalities([...(first[key] ?? []), ...(second[key] ?? [])]);
    if (merged.length > 0) {
      sum[key] = merged;
    }
  }
  return sum;
}

type Modalities = NonNullable<Usage['input_tokens_by_modality']>;

function mergeModalities(entries: Modalities): Modalities {
  const tokens = new Map<string, number>();
  for (const { modality = 'text', tokens: count = 0 } of entries) {
    tokens.set(modality, (tokens.get(modality) ?? 0) + count);
  }
  return [...tokens].map(([modality, count]) => ({ modality, tokens: count }));
}
