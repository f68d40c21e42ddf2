import type { GenerationConfig } from '@catenary/protocol';
import type { GenerateContentConfig } from '@google/genai';
import type { InteractionsTarget } from '../../../contract/model.ts';
import { warnOnce } from '../../../logger.ts';
import { CAPABILITIES, type SamplingName } from './capabilities.ts';
import { isFilled } from './is-filled.ts';

/** The wire's names of the sampling settings that some kind of target takes. */
const WIRE_NAMES = {
  maxOutputTokens: 'max_output_tokens',
  stopSequences: 'stop_sequences',
  seed: 'seed',
  temperature: 'temperature',
  topP: 'top_p',
} as const satisfies Partial<Record<SamplingName, keyof GenerationConfig>>;

const CHOICE_MODES: Readonly<Record<string, 'auto' | 'any' | 'none' | 'validated'>> = {
  AUTO: 'auto',
  ANY: 'any',
  NONE: 'none',
  VALIDATED: 'validated',
};

/**
 * Sampling, thinking and tool choice on the wire; `undefined` when nothing of them is set. What the target does not take is
 * held back, with one warning a name in this process that says why.
 */
export function toGenerationConfig(
  config: GenerateContentConfig,
  target: Pick<InteractionsTarget, 'kind'>,
  hasFunctionTools: boolean,
): GenerationConfig | undefined {
  const generation = {
    ...toSampling(config, target),
    ...toThinking(config),
    ...toToolChoice(config, hasFunctionTools),
  };
  return Object.keys(generation).length === 0 ? undefined : generation;
}

function toSampling(
  config: GenerateContentConfig,
  { kind }: Pick<InteractionsTarget, 'kind'>,
): GenerationConfig {
  const sampling: Record<string, unknown> = {};
  for (const [name, capability] of Object.entries(CAPABILITIES[kind])) {
    const value = config[name as SamplingName];
    if (value === undefined || (Array.isArray(value) && value.length === 0)) {
      continue;
    }
    if (capability === 'sent') {
      sampling[WIRE_NAMES[name as keyof typeof WIRE_NAMES]] = value;
    } else {
      warnOnce(`config:${name}`, `generateContentConfig.${name} is not sent: ${capability.heldBack}.`);
    }
  }
  // The keys are the wire's own, and config has the wire's types for them.
  return sampling as GenerationConfig;
}

function toThinking({ thinkingConfig }: GenerateContentConfig): GenerationConfig {
  if (thinkingConfig?.thinkingBudget !== undefined) {
    warnOnce(
      'config:thinkingBudget',
      'thinkingConfig.thinkingBudget is not sent: the Interactions API has levels and no budget. Use thinkingLevel.',
    );
  }
  const level = thinkingConfig?.thinkingLevel?.toLowerCase();
  return {
    ...(level === undefined || level.endsWith('unspecified') ? {} : { thinking_level: level }),
    ...(thinkingConfig?.includeThoughts === undefined
      ? {}
      : { thinking_summaries: thinkingConfig.includeThoughts ? 'auto' : 'none' }),
  };
}

function toToolChoice({ toolConfig }: GenerateContentConfig, hasFunctionTools: boolean): GenerationConfig {
  const { mode, allowedFunctionNames } = toolConfig?.functionCallingConfig ?? {};
  const word = CHOICE_MODES[String(mode)];
  if (!isFilled(allowedFunctionNames) && word === undefined) {
    return {};
  }
  if (!hasFunctionTools) {
    warnOnce(
      'config:functionCallingConfig',
      'toolConfig.functionCallingConfig is not sent: the request has no function tools, and the API refuses a choice without them.',
    );
    return {};
  }
  return {
    tool_choice: isFilled(allowedFunctionNames)
      ? { allowed_tools: { mode: word ?? 'any', tools: [...allowedFunctionNames] } }
      : (word ?? 'auto'),
  };
}
