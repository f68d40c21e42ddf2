import type { GoogleSearchResultStep, ReceivedStep } from '@catenary/protocol';
import type { BackendRequest } from '../backend/backend.ts';
import { ServerError } from '../error.ts';
import type { Logger } from '../logger.ts';
import { runGoogleSearch } from '../tool/search/run-google-search.ts';
import type { SearchHit, SearchProvider } from '../tool/search/search-provider.ts';
import { orAbort } from './abortable.ts';
import type { RunEvent } from './run.ts';

type GoogleSearchCall = Extract<ReceivedStep, { readonly type: 'google_search_call' }>;

export interface SearchContext {
  readonly request: Pick<BackendRequest, 'tools'>;
  readonly search: SearchProvider;
  readonly logger: Logger;
  readonly signal: AbortSignal;
  /** The steps so far; a result is added for each open call. */
  readonly output: ReceivedStep[];
  /** What was found, by call id; added to. */
  readonly hits: Map<string, readonly SearchHit[]>;
}

/** Answers the searches that are open, in call order, and returns whether there were any. A search that fails is an answer too. */
export async function* answerSearches(context: SearchContext): AsyncGenerator<RunEvent, boolean, undefined> {
  const { output, hits, signal, search, logger } = context;
  const calls = openSearches(output);
  if (calls.length > 0 && !context.request.tools.some((tool) => tool.type === 'google_search')) {
    throw new ServerError({
      code: 'api_error',
      message: 'The backend searched, and the request does not have the tool google_search.',
    });
  }
  for (const call of calls) {
    const { step, hits: found, failure } = await orAbort(runGoogleSearch(call, search, { signal }), signal);
    if (failure !== undefined) {
      logger.warn({ provider: search.name, error: failure }, 'a search failed');
    }
    hits.set(call.id, found);
    yield* emitResult(step, output.length);
    output.push(step);
  }
  return calls.length > 0;
}

function openSearches(steps: readonly ReceivedStep[]): GoogleSearchCall[] {
  const answered = new Set(
    steps.flatMap((step) => (step.type === 'google_search_result' ? [step.call_id] : [])),
  );
  return steps.filter(
    (step): step is GoogleSearchCall => step.type === 'google_search_call' && !answered.has(step.id),
  );
}

function* emitResult(step: GoogleSearchResultStep, index: number): Generator<RunEvent> {
  const { type, call_id, ...payload } = step;
  yield { event: { event_type: 'step.start', index, step: { type, call_id, result: [] } } };
  yield { event: { event_type: 'step.delta', index, delta: { type, ...payload } } };
  yield { event: { event_type: 'step.stop', index }, step: { index, step } };
}
