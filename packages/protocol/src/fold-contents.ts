import { concatBase64 } from './base64.ts';
import type { ReceivedAnnotation, ReceivedContent, ReceivedDelta } from './types.ts';

/** A list of contents that grows by deltas. */
export interface OpenContents {
  /** False when the delta is none that a list of contents can take. */
  add(delta: ReceivedDelta): boolean;
  /** Adds a whole content, if there is one; text joins the text before it. Always true. */
  append(content: ReceivedContent | null | undefined): true;
  build(): ReceivedContent[];
}

interface OpenContent {
  readonly content: ReceivedContent;
  /** The engine joins strings lazily, so adding to one costs the addition only. */
  text: string;
  readonly annotations: ReceivedAnnotation[];
  /** Base64, piece by piece. */
  readonly pieces: string[];
}

export function openContents(initial: readonly ReceivedContent[]): OpenContents {
  const items = initial.map(openContent);
  const append = (content: ReceivedContent | null | undefined): true => {
    const last = items.at(-1);
    if (content?.type === 'text' && last?.content.type === 'text') {
      last.text += content.text;
      last.annotations.push(...(content.annotations ?? []));
    } else if (content != null) {
      items.push(openContent(content));
    }
    return true;
  };
  return {
    append,
    add(delta) {
      const last = items.at(-1);
      switch (delta.type) {
        case 'text':
          return append({ ...delta, text: delta.text ?? '' });
        case 'text_annotation_delta':
          if (last?.content.type !== 'text') {
            return false;
          }
          last.annotations.push(...(delta.annotations ?? []));
          return true;
        case 'audio':
          if (last !== undefined && continuesAudio(last.content, delta)) {
            last.pieces.push(delta.data ?? '');
          } else {
            items.push(openContent(delta));
          }
          return true;
        case 'image':
        case 'video':
        case 'document':
          items.push(openContent(delta));
          return true;
        default:
          return false;
      }
    },
    build: () => items.map(buildContent),
  };
}

function openContent(content: ReceivedContent): OpenContent {
  return {
    content,
    text: content.type === 'text' ? content.text : '',
    annotations: content.type === 'text' ? [...(content.annotations ?? [])] : [],
    pieces: content.type === 'audio' && content.data != null ? [content.data] : [],
  };
}

/** Audio comes in chunks of one recording; another kind of audio, or a link to one, starts anew. */
function continuesAudio(last: ReceivedContent, delta: Extract<ReceivedDelta, { type: 'audio' }>): boolean {
  return (
    last.type === 'audio' &&
    last.data != null &&
    delta.data != null &&
    (delta.mime_type == null || delta.mime_type === last.mime_type)
  );
}

function buildContent({ content, text, annotations, pieces }: OpenContent): ReceivedContent {
  if (content.type === 'text') {
    return annotations.length === 0
      ? { ...content, text }
      : { ...content, text, annotations: [...annotations] };
  }
  return content.type === 'audio' && pieces.length > 1 ? { ...content, data: concatBase64(pieces) } : content;
}
