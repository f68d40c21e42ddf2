import { z } from 'zod';
import { jsonObject } from './json.ts';
import type { Kit, Mode } from './kit.ts';
import { openEnum } from './open-enum.ts';

/** Content and its annotations: what stands inside user input, model output and results. */
export function contentSchemas<M extends Mode>(kit: Kit<M>) {
  const text = () => kit.optional(z.string());
  const number = () => kit.optional(z.number());
  const span = { start_index: kit.optional(kit.count()), end_index: kit.optional(kit.count()) };
  const reviewSnippet = kit.object({ review_id: text(), title: text(), url: text() });

  const urlCitation = kit.object({ type: z.literal('url_citation'), ...span, url: text(), title: text() });
  const fileCitation = kit.object({
    type: z.literal('file_citation'),
    ...span,
    document_uri: text(),
    file_name: text(),
    source: text(),
    page_number: kit.optional(kit.count()),
    media_id: text(),
    custom_metadata: kit.optional(jsonObject()),
  });
  const placeCitation = kit.object({
    type: z.literal('place_citation'),
    ...span,
    place_id: text(),
    name: text(),
    url: text(),
    review_snippets: kit.optional(z.array(reviewSnippet)),
  });
  const speechMetadata = kit.object({
    type: z.literal('speech_metadata'),
    ...span,
    speaker: text(),
    style: text(),
  });
  const wordInfo = kit.object({
    type: z.literal('word_info'),
    ...span,
    text: text(),
    start_offset: text(),
    end_offset: text(),
    speaker: text(),
  });
  const annotation = kit.oneOf([urlCitation, fileCitation, placeCitation, speechMetadata, wordInfo]);

  const resolution = kit.optional(openEnum('low', 'medium', 'high', 'ultra_high'));
  const source = { data: text(), uri: text() };

  const textContent = kit.object({
    type: z.literal('text'),
    text: z.string(),
    annotations: kit.optional(z.array(annotation)),
  });
  const imageContent = kit.object({
    type: z.literal('image'),
    ...source,
    mime_type: kit.optional(
      openEnum(
        'image/png',
        'image/jpeg',
        'image/webp',
        'image/heic',
        'image/heif',
        'image/gif',
        'image/bmp',
        'image/tiff',
      ),
    ),
    resolution,
  });
  const audioContent = kit.object({
    type: z.literal('audio'),
    ...source,
    mime_type: kit.optional(
      openEnum('audio/wav', 'audio/mp3', 'audio/aiff', 'audio/aac', 'audio/ogg', 'audio/flac', 'audio/l16'),
    ),
    sample_rate: kit.optional(kit.count()),
    channels: kit.optional(kit.count()),
  });
  const documentContent = kit.object({
    type: z.literal('document'),
    ...source,
    mime_type: kit.optional(openEnum('application/pdf', 'text/csv')),
  });
  const staticProcessing = kit.object({
    type: z.literal('static'),
    start_offset: text(),
    end_offset: text(),
    fps: number(),
  });
  const videoContent = kit.object({
    type: z.literal('video'),
    ...source,
    mime_type: kit.optional(openEnum('video/mp4', 'video/mpeg', 'video/mov', 'video/avi', 'video/webm')),
    resolution,
    name: text(),
    processing: kit.optional(z.union([openEnum('static', 'agentic'), staticProcessing])),
  });
  const contentOptions = [textContent, imageContent, audioContent, documentContent, videoContent] as const;
  const content = kit.oneOf(contentOptions);

  return {
    urlCitation,
    fileCitation,
    placeCitation,
    speechMetadata,
    wordInfo,
    annotation,
    reviewSnippet,
    textContent,
    imageContent,
    audioContent,
    documentContent,
    videoContent,
    contentOptions,
    content,
  };
}
