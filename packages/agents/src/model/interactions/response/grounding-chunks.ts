import type { ReceivedAnnotation } from '@catenary/protocol';
import type { GroundingChunk } from '@google/genai';

/** The sources of an answer, each once. */
export interface GroundingChunks {
  readonly list: GroundingChunk[];
  /** Where the chunk stands in the list, which it joins when it is new. */
  indexOf(chunk: GroundingChunk | undefined): number | undefined;
}

/** Starts with an empty list. */
export function createGroundingChunks(): GroundingChunks {
  const list: GroundingChunk[] = [];
  const indexes = new Map<string, number>();
  return {
    list,
    indexOf: (chunk) => {
      if (chunk === undefined) {
        return undefined;
      }
      const key = JSON.stringify(chunk);
      const index = indexes.get(key) ?? list.push(chunk) - 1;
      indexes.set(key, index);
      return index;
    },
  };
}

/** The source that an annotation names; `undefined` for annotations that name none (speakers, words). */
export function toGroundingChunk(annotation: ReceivedAnnotation): GroundingChunk | undefined {
  switch (annotation.type) {
    case 'url_citation':
      return { web: { ...text('uri', annotation.url), ...text('title', annotation.title) } };
    case 'file_citation':
      return {
        retrievedContext: { ...text('uri', annotation.document_uri), ...text('title', annotation.file_name) },
      };
    case 'place_citation':
      return {
        maps: {
          ...text('uri', annotation.url),
          ...text('title', annotation.name),
          ...text('placeId', annotation.place_id),
        },
      };
    default:
      return undefined;
  }
}

function text<K extends string>(key: K, value: string | null | undefined): { [P in K]?: string } {
  // A computed key has no literal type of its own.
  return (value == null ? {} : { [key]: value }) as { [P in K]?: string };
}
