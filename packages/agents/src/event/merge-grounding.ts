import type { GroundingMetadata, GroundingSupport } from '@google/genai';

/**
 * What two searches found, as one: sources and queries of the first, then those of the second, with the supports of the
 * second moved to where their sources now stand. Of what there can be one only, the first holds.
 */
export function mergeGrounding(first: GroundingMetadata, second: GroundingMetadata): GroundingMetadata {
  const offset = first.groundingChunks?.length ?? 0;
  const supports = second.groundingSupports?.map((support) => moved(support, offset));
  return {
    ...second,
    ...first,
    ...joined('groundingChunks', first.groundingChunks, second.groundingChunks),
    ...joined('groundingSupports', first.groundingSupports, supports),
    ...joined('webSearchQueries', first.webSearchQueries, second.webSearchQueries),
    ...joined('imageSearchQueries', first.imageSearchQueries, second.imageSearchQueries),
    ...joined('retrievalQueries', first.retrievalQueries, second.retrievalQueries),
    ...joined('sourceFlaggingUris', first.sourceFlaggingUris, second.sourceFlaggingUris),
    ...entryPointOf(first, second),
  };
}

function moved(support: GroundingSupport, offset: number): GroundingSupport {
  const { groundingChunkIndices: indices } = support;
  return indices === undefined
    ? support
    : { ...support, groundingChunkIndices: indices.map((index) => index + offset) };
}

function joined<K extends keyof GroundingMetadata, T>(
  key: K,
  first: readonly T[] | undefined,
  second: readonly T[] | undefined,
): { [P in K]?: T[] } {
  const list =
    first === undefined && second === undefined ? {} : { [key]: [...(first ?? []), ...(second ?? [])] };
  // A computed key has no literal type of its own.
  return list as { [P in K]?: T[] };
}

/** Whoever shows an answer made from a search has to show its suggestions, so those of both are kept. */
function entryPointOf(
  first: GroundingMetadata,
  second: GroundingMetadata,
): Pick<GroundingMetadata, 'searchEntryPoint'> {
  const [ours, theirs] = [first.searchEntryPoint, second.searchEntryPoint];
  const rendered = [ours?.renderedContent, theirs?.renderedContent].filter((html) => html !== undefined);
  return rendered.length < 2
    ? {}
    : { searchEntryPoint: { ...theirs, ...ours, renderedContent: rendered.join('\n') } };
}
