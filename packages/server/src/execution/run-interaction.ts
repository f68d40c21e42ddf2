import {
  type InteractionStatus,
  type PartialInteraction,
  pendingFunctionCalls,
  type ReceivedStep,
  type Step,
  type Usage,
} from '@catenary/protocol';
import type { BackendEvent } from '../backend/backend.ts';
import type { Clock } from '../clock.ts';
import { ServerError } from '../error.ts';
import type { Logger } from '../logger.ts';
import type { InteractionFault } from '../store/store.ts';
import type { SearchHit, SearchProvider } from '../tool/search/search-provider.ts';
import { abortable } from './abortable.ts';
import { addUsage } from './add-usage.ts';
import { answerSearches } from './answer-searches.ts';
import { estimateUsage } from './estimate-usage.ts';
import { type OpenStep, openStep } from './open-step.ts';
import type { Run, RunEvent } from './run.ts';
import { toFault } from './to-fault.ts';
import { toWireTime } from './to-wire-time.ts';

export interface RunDeps {
  readonly clock: Clock;
  readonly logger: Logger;
  /** Answers the built-in `google_search`. */
  readonly search: SearchProvider;
}

/** More rounds than any answer needs; a backend that goes on searching must come to an end. */
const MAX_ROUNDS = 8;

/**
 * Runs one interaction: asks the backend, answers the searches it asks for, asks again, until it is done.
 *
 * First come `interaction.created` and `interaction.status_update`, then the steps, which never interleave, then exactly one
 * last event: `interaction.completed`, or `error` when the run failed. Never throws; what went wrong is the last event. An
 * abort with a `ServerError` `cancelled` ends `cancelled`, with any other reason `failed`.
 */
export async function* runInteraction(
  run: Run,
  deps: RunDeps,
  signal: AbortSignal,
): AsyncGenerator<RunEvent, void, undefined> {
  const state: RunState = { run, deps, signal, output: [], hits: new Map(), open: undefined };
  const { id } = run;
  const model = run.backend.name;
  yield {
    event: {
      event_type: 'interaction.created',
      interaction: { id, status: 'in_progress', object: 'interaction', model },
    },
  };
  yield { event: { event_type: 'interaction.status_update', interaction_id: id, status: 'in_progress' } };
  try {
    const { status, usage } = yield* runRounds(state);
    yield completed(state, status, usage);
  } catch (error) {
    yield* stopOpenStep(state);
    if (ServerError.isInstance(error) && error.code === 'cancelled') {
      yield completed(state, 'cancelled', estimateUsage(run.request, state.output));
      return;
    }
    if (!ServerError.isInstance(error)) {
      deps.logger.error({ id, backend: model, error }, 'a backend failed');
    }
    yield failed(toFault(error, `The backend ${model} failed.`));
  }
}

interface RunState {
  readonly run: Run;
  readonly deps: RunDeps;
  readonly signal: AbortSignal;
  /** The steps of this interaction that are whole. */
  readonly output: ReceivedStep[];
  readonly hits: Map<string, readonly SearchHit[]>;
  open: OpenStep | undefined;
}

type End = Extract<BackendEvent, { readonly type: 'end' }>;

async function* runRounds(
  state: RunState,
): AsyncGenerator<RunEvent, { readonly status: InteractionStatus; readonly usage: Usage }> {
  const usages: (Usage | undefined)[] = [];
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const end = yield* runRound(state);
    usages.push(end.usage);
    const hasSearched = yield* answerSearches({ ...state, ...state.deps, request: state.run.request });
    if (!hasSearched || pendingFunctionCalls(state.output).length > 0) {
      return { status: endStatus(state, end), usage: totalUsage(state, usages) };
    }
  }
  throw violation(state, `went on to search after ${MAX_ROUNDS} rounds`);
}

/** Asks the backend once and passes on what it emits, as far as it keeps to the contract of `BackendEvent`. */
async function* runRound(state: RunState): AsyncGenerator<RunEvent, End> {
  const { run, signal, output } = state;
  const request = { ...run.request, steps: [...run.request.steps, ...output], searchHits: state.hits };
  let end: End | undefined;
  for await (const event of abortable(run.backend.generate(request, { signal }), signal)) {
    if (end !== undefined) {
      throw violation(state, `emitted ${event.type} after the end`);
    }
    if (event.type === 'end') {
      end = event;
    } else {
      yield takeStepEvent(state, event);
    }
  }
  if (end === undefined || state.open !== undefined) {
    throw violation(state, end === undefined ? 'stopped without an end' : 'left a step open');
  }
  return end;
}

function takeStepEvent(state: RunState, event: Exclude<BackendEvent, End>): RunEvent {
  const index = state.output.length;
  if (event.type === 'step.start') {
    if (state.open !== undefined) {
      throw violation(state, 'started a step inside another');
    }
    checkStep(state, event.step);
    state.open = openStep(event.step);
    return { event: { event_type: 'step.start', index, step: event.step } };
  }
  if (state.open === undefined) {
    throw violation(state, `emitted ${event.type} outside of a step`);
  }
  if (event.type === 'step.delta') {
    state.open.add(event.delta);
    return { event: { event_type: 'step.delta', index, delta: event.delta } };
  }
  const step = state.open.finish();
  state.open = undefined;
  state.output.push(step);
  return { event: { event_type: 'step.stop', index }, step: { index, step } };
}

function checkStep(state: RunState, step: Step): void {
  if (step.type === 'user_input' || step.type === 'function_result') {
    throw violation(state, `emitted a ${step.type} step, which only a client makes`);
  }
  if (step.type === 'function_call' || step.type === 'google_search_call') {
    const { id } = step;
    if (state.output.some((other) => other.type === step.type && other.id === id)) {
      throw violation(state, `used the call id ${id} twice`);
    }
  }
}

function endStatus(state: RunState, end: End): InteractionStatus {
  const isCallOpen = pendingFunctionCalls(state.output).length > 0;
  if (end.status === 'requires_action' && !isCallOpen) {
    throw violation(state, 'ended in requires_action without an open call');
  }
  // A call that is open must be answered, whatever the backend thinks of its answer.
  return end.status === 'incomplete' ? 'incomplete' : isCallOpen ? 'requires_action' : 'completed';
}

function totalUsage({ run, output }: RunState, usages: readonly (Usage | undefined)[]): Usage {
  const counted = usages.filter((usage) => usage !== undefined);
  return counted.length < usages.length
    ? estimateUsage(run.request, output)
    : counted.reduce((total, usage) => addUsage(total, usage));
}

/** Text that was already shown stays part of the interaction; half a call does not. */
function* stopOpenStep(state: RunState): Generator<RunEvent> {
  const { open } = state;
  if (open?.type === 'model_output' || open?.type === 'thought') {
    yield takeStepEvent(state, { type: 'step.stop' });
  }
}

function completed({ run, deps }: RunState, status: InteractionStatus, usage: Usage): RunEvent {
  const interaction: PartialInteraction = {
    id: run.id,
    status,
    usage,
    created: toWireTime(run.createdAtMs),
    updated: toWireTime(deps.clock.now()),
    service_tier: 'standard',
    object: 'interaction',
    model: run.backend.name,
  };
  return { event: { event_type: 'interaction.completed', interaction }, end: { status, usage } };
}

function failed(fault: InteractionFault): RunEvent {
  return { event: { event_type: 'error', error: fault }, end: { status: 'failed', errors: [fault] } };
}

function violation({ run }: RunState, what: string): ServerError {
  return new ServerError({ code: 'api_error', message: `The backend ${run.backend.name} ${what}.` });
}
