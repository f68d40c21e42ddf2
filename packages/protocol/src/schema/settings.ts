import { z } from 'zod';
import { jsonObject, stringMap } from './json.ts';
import type { Kit, Mode } from './kit.ts';
import { openEnum } from './open-enum.ts';

/** What shapes an answer beside its input: generation, format, safety, agents and where they run. */
export function settingsSchemas<M extends Mode, ToolChoice extends z.ZodType>(
  kit: Kit<M>,
  toolChoice: ToolChoice,
) {
  const text = () => kit.optional(z.string());
  const number = () => kit.optional(z.number());
  const count = () => kit.optional(kit.count());
  const _flag = () => kit.optional(z.boolean());
  const texts = () => kit.optional(z.array(z.string()));

  const speech = kit.object({ voice: text(), language: text(), speaker: text() });
  const transcriptionMode = z.union([
    openEnum('verbatim', 'smart'),
    kit.object({
      type: openEnum('verbatim', 'smart'),
      diarization_mode: text(),
      timestamp_granularities: texts(),
      source_text: text(),
    }),
  ]);
  const generationConfig = kit.object({
    max_output_tokens: count(),
    stop_sequences: texts(),
    seed: count(),
    temperature: number(),
    top_p: number(),
    thinking_level: kit.optional(openEnum('minimal', 'low', 'medium', 'high')),
    thinking_summaries: kit.optional(openEnum('auto', 'none')),
    tool_choice: kit.optional(toolChoice),
    speech_config: kit.optional(
      z.union([z.array(speech), kit.object({ speakers: kit.optional(z.array(speech)) })]),
    ),
    image_config: kit.optional(kit.object({ aspect_ratio: text(), image_size: text() })),
    video_config: kit.optional(kit.object({ task: text() })),
    transcription_config: kit.optional(
      kit.object({
        mode: kit.optional(transcriptionMode),
        language_codes: texts(),
        custom_vocabulary: texts(),
        adaptation_phrases: texts(),
        diarization_mode: text(),
        language_hints: texts(),
        timestamp_granularities: texts(),
      }),
    ),
  });

  const delivery = kit.optional(openEnum('inline', 'uri'));
  const formats = {
    text: kit.object({
      type: z.literal('text'),
      mime_type: kit.optional(openEnum('text/plain', 'application/json')),
      schema: kit.optional(jsonObject()),
    }),
    image: kit.object({
      type: z.literal('image'),
      mime_type: text(),
      aspect_ratio: text(),
      image_size: text(),
      delivery,
    }),
    audio: kit.object({
      type: z.literal('audio'),
      mime_type: text(),
      sample_rate: count(),
      bit_rate: count(),
      delivery,
    }),
    video: kit.object({
      type: z.literal('video'),
      aspect_ratio: text(),
      resolution: text(),
      duration: text(),
      delivery,
      gcs_uri: text(),
    }),
  };
  const typedFormat = kit.oneOf([formats.text, formats.image, formats.audio, formats.video]);
  /** A bare JSON Schema, the older way of asking for JSON. Its `type` is none of the four above. */
  const bareSchema = jsonObject().refine(
    (value) => !['text', 'image', 'audio', 'video'].includes(String(value.type)),
    { abort: true, error: 'expected a response format, or a JSON Schema' },
  );
  const responseFormat = z.union([typedFormat, bareSchema]);

  const safetySetting = kit.object({
    type: kit.expected(openEnum('hate_speech', 'dangerous_content', 'harassment', 'sexually_explicit')),
    threshold: kit.expected(
      openEnum('block_low_and_above', 'block_medium_and_above', 'block_only_high', 'block_none', 'off'),
    ),
    method: kit.optional(openEnum('severity', 'probability')),
  });

  const webhookConfig = kit.object({ uris: texts(), user_metadata: kit.optional(jsonObject()) });

  const network = z.union([
    openEnum('disabled'),
    kit.object({
      allowlist: kit.optional(z.union([openEnum('disabled'), z.array(jsonObject())])),
    }),
  ]);
  const environment = z.union([
    z.string(),
    kit.object({
      type: kit.optional(openEnum('remote')),
      environment_id: text(),
      env: kit.optional(jsonObject()),
      network: kit.optional(network),
      sources: kit.optional(
        z.array(
          kit.object({ type: text(), source: text(), target: text(), content: text(), encoding: text() }),
        ),
      ),
    }),
  ]);

  /** Agents differ in their options, and custom ones have their own: the fields are theirs to judge. */
  const agentConfig = jsonObject().refine((value) => typeof value.type === 'string', {
    abort: true,
    error: 'expected an object with a "type"',
  });

  return {
    generationConfig,
    formats,
    responseFormat,
    responseFormats: z.union([z.array(responseFormat), responseFormat]),
    responseModalities: z.array(openEnum('text', 'image', 'audio', 'video', 'document')),
    safetySetting,
    serviceTier: openEnum('flex', 'standard', 'priority', 'deferred'),
    labels: stringMap(),
    webhookConfig,
    environment,
    agentConfig,
  };
}
