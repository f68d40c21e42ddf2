import { applyDelta, finishStep, type OpenStep, openStep } from './fold-step.ts';
import type {
  ReceivedInteraction,
  ReceivedPartialInteraction,
  ReceivedStep,
  ReceivedStreamEvent,
  ReceivedUsage,
} from './types.ts';

/** Something in a stream that could not be used. The stream goes on; what was ignored is named. */
export interface FoldProblem {
  readonly kind:
    | 'unknown_index'
    | 'closed_step'
    | 'duplicate_start'
    | 'unexpected_delta'
    | 'unknown_delta'
    | 'unknown_event'
    | 'second_interaction'
    /** The arguments of a call are not a JSON object; the call has no `arguments`, `raw` holds their text. */
    | 'broken_arguments';
  readonly message: string;
  readonly index?: number;
  readonly callId?: string;
  readonly raw?: unknown;
}

/** Puts the events of one stream together, one hop of a continuation at a time. */
export interface Fold {
  /** Takes the next event. An event whose `event_id` was seen before is ignored, so a resumed stream may overlap. */
  push(event: ReceivedStreamEvent): void;
  /** The interaction so far, as the unary call would give it; `undefined` before an event has named one. */
  readonly interaction: ReceivedInteraction | undefined;
  /** The steps so far, in the order of their indexes. */
  readonly steps: readonly ReceivedStep[];
  readonly problems: readonly FoldProblem[];
  /** True once `interaction.completed` or an error has come: only then is the answer whole. */
  readonly isTerminated: boolean;
}

/** Folds a whole stream; see {@link Fold}. */
export async function foldStreamEvents(
  events: Iterable<ReceivedStreamEvent> | AsyncIterable<ReceivedStreamEvent>,
): Promise<Fold> {
  const fold = createFold();
  for await (const event of events) {
    fold.push(event);
  }
  return fold;
}

/** A fold to push events into. Its cost is linear in the stream. */
export function createFold(): Fold {
  const seenEventIds = new Set<string>();
  const openSteps = new Map<number, OpenStep>();
  const problems: FoldProblem[] = [];
  let partial: ReceivedPartialInteraction | undefined;
  let usage: ReceivedUsage | undefined;
  let errors: ReceivedInteraction['errors'];
  let isTerminated = false;
  const report = (problem: FoldProblem) => {
    problems.push(problem);
  };

  const merge = (update: ReceivedPartialInteraction) => {
    if (partial?.id && update.id && partial.id !== update.id) {
      report({
        kind: 'second_interaction',
        message: `The stream of ${partial.id} names ${update.id} as well.`,
      });
      return;
    }
    partial = { ...partial, ...update };
  };

  const findOpen = (index: number, what: string): OpenStep | undefined => {
    const open = openSteps.get(index);
    if (open === undefined || open.isClosed) {
      const kind = open === undefined ? 'unknown_index' : 'closed_step';
      report({ kind, index, message: `A ${what} came for step ${index}, which is not open.` });
      return undefined;
    }
    return open;
  };

  const push = (event: ReceivedStreamEvent): void => {
    const eventId = event.event_type === 'unknown' ? undefined : event.event_id;
    if (eventId != null && eventId !== '') {
      if (seenEventIds.has(eventId)) {
        return;
      }
      seenEventIds.add(eventId);
    }
    switch (event.event_type) {
      case 'interaction.created':
        merge(event.interaction);
        return;
      case 'interaction.status_update': {
        const { interaction_id, status, continuation_token } = event;
        const id = interaction_id ?? partial?.id;
        merge({
          status,
          ...(id == null ? {} : { id }),
          ...(continuation_token == null ? {} : { continuation_token }),
        });
        usage = event.usage ?? usage;
        return;
      }
      case 'step.start':
        if (openSteps.has(event.index)) {
          report({
            kind: 'duplicate_start',
            index: event.index,
            message: `Step ${event.index} started twice.`,
          });
          return;
        }
        openSteps.set(event.index, openStep(event.step));
        return;
      case 'step.delta': {
        usage = event.metadata?.total_usage ?? usage;
        const open = findOpen(event.index, 'delta');
        const fault = open === undefined ? undefined : applyDelta(open, event.delta);
        if (fault !== undefined) {
          report({ ...fault, index: event.index });
        }
        return;
      }
      case 'step.stop': {
        usage = event.usage ?? usage;
        const open = findOpen(event.index, 'stop');
        if (open !== undefined) {
          open.isClosed = true;
          reportBrokenArguments(open, event.index);
        }
        return;
      }
      case 'interaction.completed':
        merge(event.interaction);
        closeAll();
        isTerminated = true;
        return;
      case 'error':
        errors = [...(errors ?? []), { ...event.error }];
        merge({ ...partial, status: 'failed' });
        closeAll();
        isTerminated = true;
        return;
      case 'unknown':
        report({ kind: 'unknown_event', message: `Unknown event ${event.wireType}.`, raw: event.raw });
        return;
      default:
        return event satisfies never;
    }
  };

  const closeAll = () => {
    for (const [index, open] of openSteps) {
      if (!open.isClosed) {
        open.isClosed = true;
        reportBrokenArguments(open, index);
      }
    }
  };

  const reportBrokenArguments = (open: OpenStep, index: number) => {
    const { callId, brokenArguments } = finishStep(open);
    if (brokenArguments !== undefined) {
      report({
        kind: 'broken_arguments',
        index,
        raw: brokenArguments,
        message: `The arguments of call ${callId ?? index} are not a JSON object.`,
        ...(callId === undefined ? {} : { callId }),
      });
    }
  };

  const steps = (): ReceivedStep[] =>
    partial?.steps ??
    [...openSteps].sort(([left], [right]) => left - right).map(([, open]) => finishStep(open).step);

  return {
    push,
    problems,
    get isTerminated() {
      return isTerminated;
    },
    get steps() {
      return steps();
    },
    get interaction() {
      if (partial === undefined) {
        return undefined;
      }
      const { id, ...rest } = partial;
      return {
        ...rest,
        ...(id == null || id === '' ? {} : { id }),
        ...((partial.usage ?? usage) == null ? {} : { usage: partial.usage ?? usage }),
        ...(errors === undefined ? {} : { errors }),
        steps: steps(),
      };
    },
  };
}
