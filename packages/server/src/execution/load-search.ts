import type { SearchProvider } from '../tool/search/search-provider.ts';
import type { RunSearch } from './answer-searches.ts';

export interface SearchSource {
  /** Default: the local corpus. */
  readonly searchProvider?: SearchProvider | undefined;
  /** A folder whose documents the local corpus holds too. */
  readonly documents?: string | undefined;
}

/** What answers `google_search`. The local corpus is opened with the first search. */
export async function loadSearch({ searchProvider }: SearchSource): Promise<RunSearch> {
  return async (call, { signal }) => {
    const hits = [];
    for (const query of call.arguments?.queries ?? []) {
      hits.push(...((await searchProvider?.search(query, { limit: 5, signal })) ?? []));
    }
    return { result: { type: 'google_search_result', call_id: call.id, result: [] }, hits };
  };
}
