import type { GoogleSearchResultStep, ReceivedStep } from '@catenary/protocol';
import type { BackendRequest } from '../backend/backend.ts';
import { ServerError } from '../error.ts';
import type { SearchHit } from '../tool/search/search-provider.ts';
import { orAbort } from './abortable.ts';
import type { RunEvent } from './run.ts';

export type GoogleSearchCall = Extract<ReceivedStep, { readonly type: 'google_search_call' }>;

/** What a search gives: the step that the wire knows, and what was found, which that step does not carry. */
export interface SearchOutcome {
  readonly result: GoogleSearchResultStep;
  readonly hits: readonly SearchHit[];
}

/** Answers one call. A search that fails is an answer with `is_error`; a rejection fails the interaction. */
export type RunSearch = (
  call: GoogleSearchCall,
  options: { readonly signal: AbortSignal },
) => Promise<SearchOutcome>;

export interface SearchContext {
  readonly request: Pick<BackendRequest, 'tools'>;
  readonly search: RunSearch;
  readonly signal: AbortSignal;
  /** The steps so far; a result is added for each open call. */
  readonly output: ReceivedStep[];
  /** What was found, by call id; added to. */
  readonly hits: Map<string, readonly SearchHit[]>;
}

/** Answers the searches that are open, in call order, and returns whether there were any. */
export async function* answerSearches(context: SearchContext): AsyncGenerator<RunEvent, boolean, undefined> {
  const { output, hits, signal } = context;
  const calls = openSearches(output);
  if (calls.length > 0 && !context.request.tools.some((tool) => tool.type === 'google_search')) {
    throw new ServerError({
      code: 'api_error',
      message: 'The backend searched, and the request does not have the tool google_search.',
    });
  }
  for (const call of calls) {
    const { result, hits: found } = await orAbort(context.search(call, { signal }), signal);
    hits.set(call.id, found);
    yield* emitResult(result, output.length);
    output.push(result);
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
