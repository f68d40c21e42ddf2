import {
  type CreateInteractionRequest,
  ERROR_CODES,
  type ErrorCode,
  type ReceivedInteraction,
  type ReceivedStreamEvent,
} from '@catenary/protocol';
import type { ResolveModel } from '../backend/resolve.ts';
import { ServerError } from '../error.ts';
import { runAttached } from '../execution/attached-run.ts';
import { collectRun } from '../execution/collect-run.ts';
import { type DetachedRunDeps, startDetachedRun } from '../execution/detached-run.ts';
import { followEvents } from '../execution/follow-events.ts';
import type { Run, RunEvent, RunResult } from '../execution/run.ts';
import { checkFunctionResults } from './check-function-results.ts';
import type { HistoryCache } from './history-cache.ts';
import { readHistory } from './read-history.ts';
import { toBackendRequest } from './to-backend-request.ts';
import { fromRun, fromStartedRun } from './to-interaction.ts';
import { ignoredFields, validateRequest } from './validate-request.ts';

export interface ServiceDeps extends DetachedRunDeps {
  readonly resolveModel: ResolveModel;
  readonly newId: () => string;
  readonly histories: HistoryCache;
}

/** What a create gives: the resource, or its stream. */
export type Created = {
  /** The backend that answers. */
  readonly backend: string;
  /** Fields of the request that have no effect here. */
  readonly ignored: readonly string[];
} & (
  | { readonly type: 'interaction'; readonly interaction: ReceivedInteraction }
  | { readonly type: 'stream'; readonly events: AsyncIterable<ReceivedStreamEvent> }
);

/** Checks a request, puts the conversation together, and runs it; see `InteractionService.create`. */
export async function createInteraction(
  body: CreateInteractionRequest,
  deps: ServiceDeps,
  signal: AbortSignal,
): Promise<Created> {
  const request = validateRequest(body);
  const mark = deps.histories.mark();
  const backend = deps.resolveModel(request.model);
  const previousId = request.previous_interaction_id;
  const history = previousId === undefined ? [] : await readHistory(previousId, deps);
  const backendRequest = toBackendRequest(request, backend.name, history);
  const input = backendRequest.steps.slice(history.length);
  checkFunctionResults(history, input);

  const common = { backend: backend.name, ignored: ignoredFields(request) };
  const isStored = request.store !== false;
  const id = isStored ? deps.newId() : '';
  const run: Run = { id, backend, request: backendRequest, createdAtMs: deps.clock.now() };
  if (!isStored) {
    const events = runAttached(run, deps, signal);
    return request.stream === true
      ? { ...common, type: 'stream', events: withoutRecords(events) }
      : { ...common, type: 'interaction', interaction: toAnswer(run, await collectRun(events, deps.clock)) };
  }
  const isFollowed = request.stream === true || request.background === true;
  const { announced, result } = startDetachedRun(
    run,
    {
      id,
      model: backend.name,
      createdAtMs: run.createdAtMs,
      input,
      ...(previousId === undefined ? {} : { previousId }),
    },
    deps,
    { isFollowed },
  );
  // Not awaited: a run that could not be kept has no history, and was logged.
  result
    .then(({ steps }) => deps.histories.extend(mark, previousId, id, [...input, ...steps]))
    .catch(() => {});
  if (!isFollowed) {
    return { ...common, type: 'interaction', interaction: toAnswer(run, await result) };
  }
  await announced;
  return request.stream === true
    ? { ...common, type: 'stream', events: followEvents(id, 0, deps, signal) }
    : { ...common, type: 'interaction', interaction: fromStartedRun(run) };
}

async function* withoutRecords(events: AsyncIterable<RunEvent>): AsyncGenerator<ReceivedStreamEvent> {
  for await (const { event } of events) {
    yield event;
  }
}

/** A failed run that somebody waits for is told as an error, not as a resource. */
function toAnswer(run: Run, result: RunResult) {
  const fault = result.end.status === 'failed' ? result.end.errors?.[0] : undefined;
  if (fault !== undefined) {
    throw new ServerError({
      code: isErrorCode(fault.code) ? fault.code : 'api_error',
      message: fault.message,
    });
  }
  return fromRun(run, result);
}

function isErrorCode(code: string): code is ErrorCode {
  return Object.hasOwn(ERROR_CODES, code);
}
