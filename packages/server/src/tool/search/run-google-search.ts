import type { GoogleSearchResultStep } from '@catenary/protocol';
import { SearchError } from './search-error.ts';
import type { SearchHit, SearchProvider } from './search-provider.ts';

/** What is read of a `google_search_call` step. */
export interface GoogleSearchCall {
  readonly id: string;
  readonly arguments?: { readonly queries?: readonly string[] | null | undefined } | null | undefined;
}

/** What a search call gives. */
export interface GoogleSearchRun {
  /** What was found, best first, each page once. The wire's step does not carry it; the backend answers from it. */
  readonly hits: readonly SearchHit[];
  /** The answer to the call, ready for the interaction. */
  readonly step: GoogleSearchResultStep;
  /** Why `step.is_error` is set, for the log. */
  readonly failure?: unknown;
}

export interface GoogleSearchOptions {
  /** Most hits a query; default 5. */
  readonly limit?: number;
  readonly signal?: AbortSignal;
}

const DEFAULT_LIMIT = 5;

/**
 * Answers a search call: the queries one after the other, their hits merged by rank. A provider that fails, or a call
 * without a query, is an answer with `is_error` and no hits, so that the model can say so. Rejects only with `signal.reason`.
 */
export async function runGoogleSearch(
  call: GoogleSearchCall,
  provider: SearchProvider,
  options: GoogleSearchOptions = {},
): Promise<GoogleSearchRun> {
  const { limit = DEFAULT_LIMIT, signal } = options;
  const queries = (call.arguments?.queries ?? []).filter((query) => query.trim() !== '');
  try {
    if (queries.length === 0) throw noQuery(call.id);
    const found: (readonly SearchHit[])[] = [];
    for (const query of queries) {
      signal?.throwIfAborted();
      found.push(await provider.search(query, signal === undefined ? { limit } : { limit, signal }));
    }
    return { hits: mergeByRank(found), step: resultStep(call.id, queries) };
  } catch (failure) {
    signal?.throwIfAborted();
    return { hits: [], step: { ...resultStep(call.id, queries), is_error: true }, failure };
  }
}

/** The first hit of each query, then the second of each; a page that several found keeps its best place. */
function mergeByRank(found: readonly (readonly SearchHit[])[]): readonly SearchHit[] {
  const byUrl = new Map<string, SearchHit>();
  const depth = Math.max(...found.map((hits) => hits.length));
  for (let rank = 0; rank < depth; rank += 1) {
    for (const hits of found) {
      const hit = hits[rank];
      if (hit !== undefined && !byUrl.has(hit.url)) byUrl.set(hit.url, hit);
    }
  }
  return [...byUrl.values()];
}

function resultStep(callId: string, queries: readonly string[]): GoogleSearchResultStep {
  const result = queries.length === 0 ? [] : [{ search_suggestions: suggestionsOf(queries) }];
  return { type: 'google_search_result', call_id: callId, result };
}

/** Clients put this into a page as it is, so nothing of a query may act as markup. */
function suggestionsOf(queries: readonly string[]): string {
  const items = queries.map((query) => `<li>${escapeHtml(query)}</li>`).join('');
  return `<ul class="search-suggestions">${items}</ul>`;
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}

function noQuery(callId: string): SearchError {
  return new SearchError({
    code: 'no_query',
    message: `The search call ${callId} has no query.`,
    hint: 'Give at least one query in arguments.queries.',
  });
}
