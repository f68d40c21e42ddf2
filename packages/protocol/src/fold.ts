import { assertNever } from './assert-never.ts';
import type { FoldProblem } from './fold-problem.ts';
import { createStepTable } from './fold-step-table.ts';
import type {
  ReceivedInteraction,
  ReceivedPartialInteraction,
  ReceivedStep,
  ReceivedStreamEvent,
  ReceivedUsage,
} from './types.ts';

/** Puts the events of one interaction together; a long decode in several hops takes one fold a hop. */
export interface Fold {
  /** Takes the next event. One whose `event_id` was seen before is ignored, so a resumed stream may overlap. */
  push(event: ReceivedStreamEvent): void;
  /** The interaction so far, as the unary call would give it; `undefined` before an event has named one. */
  readonly interaction: ReceivedInteraction | undefined;
  /** The steps so far, in the order of their indexes. */
  readonly steps: readonly ReceivedStep[];
  readonly problems: readonly FoldProblem[];
  /** True once `interaction.completed` or `error` has come: only then is the answer whole. */
  readonly isTerminated: boolean;
}

/** Folds a whole stream. A stream that breaks off gives what came, with `isTerminated` false. */
export async function foldStreamEvents(
  events: Iterable<ReceivedStreamEvent> | AsyncIterable<ReceivedStreamEvent>,
): Promise<Fold> {
  const fold = createFold();
  for await (const event of events) {
    fold.push(event);
  }
  return fold;
}

/** A fold to push events into. Pushing costs as much as the event is long; reading `interaction` builds it anew. */
export function createFold(): Fold {
  const seenEventIds = new Set<string>();
  const steps = createStepTable();
  const { problems } = steps;
  let partial: ReceivedPartialInteraction | undefined;
  let finalSteps: ReceivedStep[] | undefined;
  let usage: ReceivedUsage | undefined;
  let errors: NonNullable<ReceivedInteraction['errors']> = [];
  let isTerminated = false;
  let isLeft = false;

  const end = () => {
    steps.closeAll();
    isTerminated = true;
  };

  const merge = (update: ReceivedPartialInteraction) => {
    const given = Object.entries(update).filter(([, value]) => value !== null && value !== undefined);
    partial = { ...partial, ...Object.fromEntries(given), status: update.status };
    usage = update.usage ?? usage;
  };

  const complete = (interaction: ReceivedPartialInteraction) => {
    merge(interaction);
    finalSteps = interaction.steps != null && interaction.steps.length > 0 ? interaction.steps : undefined;
    end();
  };

  const fail = (error: NonNullable<ReceivedInteraction['errors']>[number]) => {
    errors = [...errors, error];
    merge({ ...partial, status: 'failed' });
    end();
  };

  const apply = (event: ReceivedStreamEvent): void => {
    switch (event.event_type) {
      case 'interaction.created':
        merge(event.interaction);
        break;
      case 'interaction.status_update':
        merge(fromStatusUpdate(event, partial));
        break;
      case 'interaction.completed':
        complete(event.interaction);
        break;
      case 'error':
        fail({ ...event.error });
        break;
      case 'step.start':
        steps.start(event.index, event.step, isTerminated);
        break;
      case 'step.delta':
        usage = event.metadata?.total_usage ?? usage;
        steps.change(event.index, 'delta', (open) => open.add(event.delta));
        break;
      case 'step.stop':
        usage = event.usage ?? usage;
        steps.change(event.index, 'stop', (open) => open.close());
        break;
      case 'unknown':
        problems.push({
          code: 'unknown_event',
          message: `The event type ${event.wireType} is not known.`,
          raw: event.raw,
        });
        break;
      default:
        assertNever(event);
    }
  };

  const isRepeated = (event: ReceivedStreamEvent): boolean => {
    const id = event.event_type === 'unknown' ? undefined : event.event_id;
    const isSeen = id != null && seenEventIds.has(id);
    if (id) {
      seenEventIds.add(id);
    }
    return isSeen;
  };

  const startsAnother = (event: ReceivedStreamEvent): boolean => {
    const id = event.event_type === 'interaction.created' ? event.interaction.id : undefined;
    return Boolean(id && partial?.id && id !== partial.id);
  };

  // A snapshot in the first event counts only where no step event follows.
  const currentSteps = () => finalSteps ?? (steps.isEmpty() ? (partial?.steps ?? []) : steps.build());

  return {
    problems,
    push(event) {
      if (isLeft || isRepeated(event)) {
        return;
      }
      if (startsAnother(event)) {
        isLeft = true;
        problems.push({
          code: 'second_interaction',
          message: `Another interaction starts in the stream of ${partial?.id}.`,
          raw: event,
        });
        return;
      }
      apply(event);
    },
    get isTerminated() {
      return isTerminated;
    },
    get steps() {
      return currentSteps();
    },
    get interaction() {
      if (partial === undefined) {
        return undefined;
      }
      const { id, ...rest } = partial;
      return {
        ...rest,
        ...(id ? { id } : {}),
        ...(usage === undefined ? {} : { usage }),
        ...(errors.length === 0 ? {} : { errors }),
        steps: currentSteps(),
      };
    },
  };
}

function fromStatusUpdate(
  event: Extract<ReceivedStreamEvent, { event_type: 'interaction.status_update' }>,
  partial: ReceivedPartialInteraction | undefined,
): ReceivedPartialInteraction {
  const { interaction_id, status, usage } = event;
  const id = partial?.id ?? interaction_id;
  return { ...(id == null ? {} : { id }), status, ...(usage == null ? {} : { usage }) };
}
