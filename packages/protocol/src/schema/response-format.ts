import { z } from 'zod';
import { isJsonObject, type JsonObject, jsonObject } from './json.ts';
import type { Kit, Mode } from './kit.ts';
import { openEnum } from './open-enum.ts';
import { imageAspectRatio, imageSize } from './settings.ts';

const JSON_SCHEMA_TYPES = ['object', 'array', 'string', 'number', 'integer', 'boolean', 'null'] as const;

/** A JSON Schema in the place of a response format, the older way of asking for JSON. */
export type BareJsonSchema = JsonObject & {
  /** Keeps the union apart: the formats have a `type` that no JSON Schema has. */
  type?: (typeof JSON_SCHEMA_TYPES)[number] | string[];
};

/** What an answer has to be, by modality. */
export function responseFormatSchemas<M extends Mode>(kit: Kit<M>) {
  const text = () => kit.optional(z.string());
  const count = () => kit.optional(kit.count());
  const delivery = kit.optional(openEnum('inline', 'uri'));
  const formats = {
    textFormat: kit.object({
      type: z.literal('text'),
      mime_type: kit.optional(openEnum('text/plain', 'application/json')),
      /** A JSON Schema; only with `application/json`. */
      schema: kit.optional(jsonObject()),
    }),
    imageFormat: kit.object({
      type: z.literal('image'),
      mime_type: kit.optional(openEnum('image/jpeg')),
      aspect_ratio: kit.optional(imageAspectRatio()),
      image_size: kit.optional(imageSize()),
      delivery,
    }),
    audioFormat: kit.object({
      type: z.literal('audio'),
      mime_type: kit.optional(
        openEnum('audio/mp3', 'audio/ogg_opus', 'audio/l16', 'audio/wav', 'audio/alaw', 'audio/mulaw'),
      ),
      /** Hertz. */
      sample_rate: count(),
      /** Bits a second; compressed forms only. */
      bit_rate: count(),
      delivery,
    }),
    videoFormat: kit.object({
      type: z.literal('video'),
      aspect_ratio: kit.optional(openEnum('16:9', '9:16')),
      resolution: kit.optional(openEnum('360p', '720p', '1080p', '4k')),
      duration: text(),
      delivery,
      gcs_uri: text(),
    }),
  };
  const format = kit.oneOf([
    formats.textFormat,
    formats.imageFormat,
    formats.audioFormat,
    formats.videoFormat,
  ]);
  const bareSchema = z.custom<BareJsonSchema>(isBareJsonSchema, 'expected a JSON Schema');
  const responseFormat = z.union([bareSchema, format]);
  return { ...formats, responseFormat, responseFormats: z.union([responseFormat, z.array(responseFormat)]) };
}

function isBareJsonSchema(value: unknown): boolean {
  if (!isJsonObject(value)) {
    return false;
  }
  return Array.isArray(value.type) || [undefined, ...JSON_SCHEMA_TYPES].some((type) => type === value.type);
}
