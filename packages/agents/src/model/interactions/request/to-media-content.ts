import type { Content as WireContent } from '@catenary/protocol';
import type { FileData, Part } from '@google/genai';
import { AgentsError } from '../../../error.ts';
import { toBase64 } from '../../to-base64.ts';

/** Media as programs pass them; the SDK's type of `data` says string, and many pass bytes all the same. */
interface MediaPart extends Pick<Part, 'mediaResolution' | 'videoMetadata'> {
  readonly inlineData?: { readonly data?: string | Uint8Array; readonly mimeType?: string };
  readonly fileData?: Pick<FileData, 'fileUri' | 'mimeType'>;
}

/** A part's media as wire content; `undefined` for a part that holds none. Throws `invalid_argument` for media without bytes or address. */
export function toMediaContent(part: MediaPart, path: string): WireContent | undefined {
  const { inlineData, fileData } = part;
  if (inlineData !== undefined) {
    if (inlineData.data === undefined || inlineData.data.length === 0) {
      throw emptyMedia(`${path}.inlineData`, 'data');
    }
    return mediaOf(part, inlineData.mimeType, { data: toBase64(inlineData.data) });
  }
  if (fileData !== undefined) {
    if (!fileData.fileUri) {
      throw emptyMedia(`${path}.fileData`, 'fileUri');
    }
    return mediaOf(part, fileData.mimeType, { uri: fileData.fileUri });
  }
  return undefined;
}

function mediaOf(
  part: MediaPart,
  mimeType: string | undefined,
  source: { readonly data: string } | { readonly uri: string },
): WireContent {
  const content = { ...source, ...(mimeType === undefined ? {} : { mime_type: mimeType }) };
  switch (mimeType?.split('/')[0]) {
    case 'image':
      return { type: 'image', ...content, ...resolutionOf(part) };
    case 'audio':
      return { type: 'audio', ...content };
    case 'video':
      return { type: 'video', ...content, ...resolutionOf(part), ...processingOf(part) };
    default:
      return { type: 'document', ...content };
  }
}

function resolutionOf({ mediaResolution }: MediaPart): { resolution?: string } {
  const level = mediaResolution?.level?.replace('MEDIA_RESOLUTION_', '').toLowerCase();
  return level === undefined || level === 'unspecified' ? {} : { resolution: level };
}

function processingOf({ videoMetadata }: MediaPart) {
  if (videoMetadata === undefined) {
    return {};
  }
  const { startOffset, endOffset, fps } = videoMetadata;
  return {
    processing: {
      type: 'static' as const,
      ...(startOffset === undefined ? {} : { start_offset: startOffset }),
      ...(endOffset === undefined ? {} : { end_offset: endOffset }),
      ...(fps === undefined ? {} : { fps }),
    },
  };
}

function emptyMedia(path: string, missing: string): AgentsError {
  return new AgentsError({
    code: 'invalid_argument',
    message: `${path} cannot be sent: it has no ${missing}.`,
    hint: 'Give bytes or base64 as data, or an address as fileUri.',
  });
}
