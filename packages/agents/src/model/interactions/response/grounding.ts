import type { ReceivedAnnotation, ReceivedStep } from '@catenary/protocol';
import type { GroundingMetadata, GroundingSupport } from '@google/genai';
import { createGroundingChunks, toGroundingChunk } from './grounding-chunks.ts';

/** A text of the wire with its citations. */
export interface CitedText {
  readonly text: string;
  readonly annotations?: readonly ReceivedAnnotation[] | null | undefined;
}

/** Where a text of the wire stands in the final response. */
export interface TextPlace {
  /** Of `content.parts`. */
  readonly partIndex: number;
  /** What the part says before it. */
  readonly textBefore: string;
}

/** Collects what an answer's search steps and annotations say into grounding metadata. */
export interface Grounding {
  addStep(step: ReceivedStep): void;
  /** Offsets count bytes of UTF-8 on the wire and in a segment alike; they move behind the text before. */
  addAnnotations(content: CitedText, place: TextPlace): void;
  /** `undefined` where nothing was cited or searched. */
  readonly metadata: GroundingMetadata | undefined;
}

/** Starts with nothing found. */
export function createGrounding(): Grounding {
  const webQueries: string[] = [];
  const retrievalQueries: string[] = [];
  const chunks = createGroundingChunks();
  const supports: GroundingSupport[] = [];
  let entryPoint: string | undefined;
  let widgetToken: string | undefined;

  return {
    addStep: (step) => {
      switch (step.type) {
        case 'google_search_call':
          webQueries.push(...(step.arguments?.queries ?? []));
          break;
        case 'retrieval_call':
          retrievalQueries.push(...(step.arguments?.queries ?? []));
          break;
        case 'google_search_result':
          entryPoint ??=
            step.result?.find((item) => item.search_suggestions != null)?.search_suggestions ?? undefined;
          break;
        case 'google_maps_result':
          for (const { places, widget_context_token: token } of step.result ?? []) {
            widgetToken ??= token ?? undefined;
            for (const place of places ?? []) {
              chunks.indexOf(toGroundingChunk({ type: 'place_citation', ...place }));
            }
          }
          break;
        default:
      }
    },
    addAnnotations: ({ text, annotations }, { partIndex, textBefore }) => {
      if (annotations == null || annotations.length === 0) {
        return;
      }
      const bytes = encoder.encode(text);
      const offset = encoder.encode(textBefore).length;
      for (const annotation of annotations) {
        const chunkIndex = chunks.indexOf(toGroundingChunk(annotation));
        if (chunkIndex === undefined || annotation.type === 'unknown') {
          continue;
        }
        const start = annotation.start_index ?? 0;
        const end = annotation.end_index ?? bytes.length;
        supports.push({
          segment: {
            partIndex,
            startIndex: offset + start,
            endIndex: offset + end,
            text: decoder.decode(bytes.subarray(start, end)),
          },
          groundingChunkIndices: [chunkIndex],
        });
      }
    },
    get metadata() {
      const metadata: GroundingMetadata = {
        ...(webQueries.length === 0 ? {} : { webSearchQueries: webQueries }),
        ...(retrievalQueries.length === 0 ? {} : { retrievalQueries }),
        ...(chunks.list.length === 0 ? {} : { groundingChunks: chunks.list }),
        ...(supports.length === 0 ? {} : { groundingSupports: supports }),
        ...(entryPoint === undefined ? {} : { searchEntryPoint: { renderedContent: entryPoint } }),
        ...(widgetToken === undefined ? {} : { googleMapsWidgetContextToken: widgetToken }),
      };
      return Object.keys(metadata).length === 0 ? undefined : metadata;
    },
  };
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();
