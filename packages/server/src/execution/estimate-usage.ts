import type { ReceivedContent, ReceivedStep, Usage } from '@catenary/protocol';
import type { BackendRequest } from '../backend/backend.ts';

/** Usage that nobody counted. The wire has no word for it, so the mark is a field that clients do not know and pass over. */
export type EstimatedUsage = Usage & { readonly estimated: true };

/** What the hosted service counts for an image or a page; media are not looked into. */
const TOKENS_PER_MEDIUM = 258;
const CHARACTERS_PER_TOKEN = 4;

/** Guesses the tokens of an interaction from its text: four characters each, one for each CJK character. */
export function estimateUsage(
  request: Pick<BackendRequest, 'steps' | 'systemInstruction' | 'tools'>,
  output: readonly ReceivedStep[],
): EstimatedUsage {
  let media = 0;
  let stepTokens = 0;
  for (const step of request.steps) {
    const size = sizeOfStep(step);
    media += size.media;
    stepTokens += size.tokens;
  }
  const text =
    stepTokens +
    tokensOfText(request.systemInstruction ?? '') +
    (request.tools.length === 0 ? 0 : tokensOfText(JSON.stringify(request.tools)));
  const inputTokens = text + media * TOKENS_PER_MEDIUM;
  const thoughtTokens = sum(
    output.filter((step) => step.type === 'thought'),
    tokensOfStep,
  );
  const outputTokens = sum(output, tokensOfStep) - thoughtTokens;
  return {
    total_input_tokens: inputTokens,
    total_output_tokens: outputTokens,
    total_thought_tokens: thoughtTokens,
    total_cached_tokens: 0,
    total_tool_use_tokens: 0,
    total_tokens: inputTokens + outputTokens + thoughtTokens,
    input_tokens_by_modality: [{ modality: 'text', tokens: text }],
    estimated: true,
  };
}

const WIDE = /[\u3000-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uffef]/g;

function tokensOfText(text: string): number {
  const wide = text.match(WIDE)?.length ?? 0;
  return wide + Math.ceil((text.length - wide) / CHARACTERS_PER_TOKEN);
}

/** A long conversation is estimated anew each turn, and its steps stay the same objects. */
const sizes = new WeakMap<ReceivedStep, { readonly tokens: number; readonly media: number }>();

function sizeOfStep(step: ReceivedStep): { readonly tokens: number; readonly media: number } {
  let size = sizes.get(step);
  if (size === undefined) {
    size = { tokens: countTokens(step), media: countMedia(step) };
    sizes.set(step, size);
  }
  return size;
}

const tokensOfStep = (step: ReceivedStep): number => sizeOfStep(step).tokens;

function countTokens(step: ReceivedStep): number {
  switch (step.type) {
    case 'user_input':
    case 'model_output':
      return sum(step.content ?? [], tokensOfContent);
    case 'thought':
      return sum(step.summary ?? [], tokensOfContent);
    case 'function_call':
      return tokensOfText(step.name) + tokensOfText(JSON.stringify(step.arguments ?? {}));
    case 'function_result':
      return typeof step.result === 'string'
        ? tokensOfText(step.result)
        : Array.isArray(step.result)
          ? sum(step.result, tokensOfContent)
          : tokensOfText(JSON.stringify(step.result ?? {}));
    default:
      return 0;
  }
}

function tokensOfContent(content: ReceivedContent): number {
  return content.type === 'text' ? tokensOfText(content.text) : 0;
}

function countMedia(step: ReceivedStep): number {
  const content = step.type === 'user_input' || step.type === 'model_output' ? (step.content ?? []) : [];
  return content.filter(({ type }) => type !== 'text').length;
}

function sum<T>(items: readonly T[], measure: (item: T) => number): number {
  return items.reduce((total, item) => total + measure(item), 0);
}
