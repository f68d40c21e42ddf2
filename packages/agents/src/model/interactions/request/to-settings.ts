import type { CreateInteractionRequest, SafetySetting } from '@catenary/protocol';
import type { SafetySetting as GenAiSafetySetting, GenerateContentConfig } from '@google/genai';
import type { InteractionsTarget } from '../../../contract/model.ts';
import { warnOnce } from '../../../logger.ts';
import { CAPABILITIES } from './capabilities.ts';
import { isFilled } from './is-filled.ts';
import { toGenerationConfig } from './to-generation-config.ts';
import { toResponseFormat } from './to-response-format.ts';

type Settings = Pick<
  CreateInteractionRequest,
  | 'generation_config'
  | 'response_format'
  | 'response_modalities'
  | 'safety_settings'
  | 'labels'
  | 'service_tier'
>;

/** Names that are put on the wire here or elsewhere, or that are for this program alone. Every other gets a warning. */
const KNOWN_NAMES = [
  'systemInstruction',
  'tools',
  'toolConfig',
  'thinkingConfig',
  'responseMimeType',
  'responseSchema',
  'responseJsonSchema',
  'responseModalities',
  'safetySettings',
  'labels',
  'serviceTier',
  'httpOptions',
  'abortSignal',
] as const satisfies readonly (keyof GenerateContentConfig)[];
const KNOWN: ReadonlySet<string> = new Set([...KNOWN_NAMES, ...Object.keys(CAPABILITIES.other)]);

/**
 * Everything of a config that shapes the answer, on the wire. What cannot be sent is held back with one warning a name in
 * this process; nothing is dropped in silence.
 */
export function toSettings(
  config: GenerateContentConfig,
  target: Pick<InteractionsTarget, 'kind'>,
  hasFunctionTools: boolean,
): Settings {
  warnOfUnknown(config);
  const generation = toGenerationConfig(config, target, hasFunctionTools);
  const format = toResponseFormat(config);
  const { safetySettings, labels, responseModalities, serviceTier } = config;
  return {
    ...(generation === undefined ? {} : { generation_config: generation }),
    ...(format === undefined ? {} : { response_format: format }),
    ...(isFilled(responseModalities)
      ? { response_modalities: responseModalities.map((modality) => modality.toLowerCase()) }
      : {}),
    ...(isFilled(safetySettings) ? { safety_settings: safetySettings.map(toSafetySetting) } : {}),
    ...(labels === undefined || Object.keys(labels).length === 0 ? {} : { labels }),
    ...(serviceTier === undefined ? {} : { service_tier: serviceTier.toLowerCase() }),
  };
}

function warnOfUnknown(config: GenerateContentConfig): void {
  for (const [name, value] of Object.entries(config)) {
    if (value !== undefined && !KNOWN.has(name)) {
      warnOnce(`config:${name}`, `generateContentConfig.${name} is not sent over the Interactions API.`);
    }
  }
  for (const [name, value] of Object.entries(config.httpOptions ?? {})) {
    if (value !== undefined && name !== 'headers' && name !== 'timeout') {
      warnOnce(
        `httpOptions:${name}`,
        `httpOptions.${name} of a request has no effect here. Set it on the model.`,
      );
    }
  }
}

function toSafetySetting({ category, threshold, method }: GenAiSafetySetting): SafetySetting {
  return {
    type: String(category ?? '')
      .replace('HARM_CATEGORY_', '')
      .toLowerCase(),
    threshold: String(threshold ?? '').toLowerCase(),
    ...(method === undefined ? {} : { method: method.toLowerCase() }),
  };
}
