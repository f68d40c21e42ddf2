import { z } from 'zod';
import { jsonObject, stringMap } from './json.ts';
import type { Kit, Mode } from './kit.ts';
import { openEnum } from './open-enum.ts';

/** What steers an answer beside its input and its format: sampling, thinking, speech, safety, tier, notification. */
export function settingsSchemas<M extends Mode, ToolChoice extends z.ZodType>(
  kit: Kit<M>,
  toolChoice: ToolChoice,
) {
  const number = () => kit.optional(z.number());
  const texts = () => kit.optional(z.array(z.string()));

  const generationConfig = kit.object({
    /** Thoughts count too. An answer cut here has the status `incomplete`. */
    max_output_tokens: kit.optional(kit.count()),
    stop_sequences: texts(),
    seed: kit.optional(kit.count()),
    /** Deprecated by the API, still accepted. */
    temperature: number(),
    /** Deprecated by the API, still accepted. */
    top_p: number(),
    thinking_level: kit.optional(openEnum('minimal', 'low', 'medium', 'high')),
    thinking_summaries: kit.optional(openEnum('auto', 'none')),
    tool_choice: kit.optional(toolChoice),
    ...mediaSettings(kit),
  });

  const safetySetting = kit.object({
    type: kit.expected(
      openEnum(
        'hate_speech',
        'dangerous_content',
        'harassment',
        'sexually_explicit',
        'civic_integrity',
        'image_hate',
        'image_dangerous_content',
        'image_harassment',
        'image_sexually_explicit',
        'jailbreak',
      ),
    ),
    threshold: kit.expected(
      openEnum('block_low_and_above', 'block_medium_and_above', 'block_only_high', 'block_none', 'off'),
    ),
    method: kit.optional(openEnum('severity', 'probability')),
  });

  return {
    generationConfig,
    safetySetting,
    serviceTier: openEnum('flex', 'standard', 'priority', 'deferred'),
    labels: stringMap(),
    webhookConfig: kit.object({ uris: texts(), user_metadata: kit.optional(jsonObject()) }),
  };
}

function mediaSettings<M extends Mode>(kit: Kit<M>) {
  const text = () => kit.optional(z.string());
  const texts = () => kit.optional(z.array(z.string()));
  const speech = kit.object({ voice: text(), language: text(), speaker: text() });
  const transcriptionMode = kit.oneOf([
    kit.object({
      type: z.literal('verbatim'),
      diarization_mode: text(),
      timestamp_granularities: texts(),
    }),
    kit.object({ type: z.literal('smart'), source_text: text() }),
  ]);
  const videoTask = openEnum(
    'text_to_video',
    'image_to_video',
    'reference_to_video',
    'edit',
    'extend',
    'upscale',
  );
  return {
    speech_config: kit.optional(
      z.union([z.array(speech), kit.object({ speakers: kit.optional(z.array(speech)) })]),
    ),
    /** Deprecated by the API for `response_format`. */
    image_config: kit.optional(
      kit.object({ aspect_ratio: kit.optional(imageAspectRatio()), image_size: kit.optional(imageSize()) }),
    ),
    video_config: kit.optional(kit.object({ task: kit.optional(videoTask) })),
    transcription_config: kit.optional(
      kit.object({
        mode: kit.optional(z.union([openEnum('verbatim', 'smart'), transcriptionMode])),
        language_codes: texts(),
        custom_vocabulary: texts(),
        adaptation_phrases: texts(),
        diarization_mode: text(),
        language_hints: texts(),
        timestamp_granularities: texts(),
      }),
    ),
  };
}

/** Width to height. */
export function imageAspectRatio() {
  return openEnum(
    '1:1',
    '2:3',
    '3:2',
    '3:4',
    '4:3',
    '4:5',
    '5:4',
    '9:16',
    '16:9',
    '21:9',
    '1:8',
    '8:1',
    '1:4',
    '4:1',
  );
}

/** The capital K is the wire's. */
export function imageSize() {
  return openEnum('512', '1K', '2K', '4K');
}
