import { z } from 'zod';
import type { Kit, Mode } from './kit.ts';

/** The seven events of a stream. Generic in the schemas it is made of, so that declarations name them and stay small. */
export function streamEventSchemas<
  M extends Mode,
  Step extends z.ZodType,
  Delta extends z.ZodType,
  Interaction extends z.ZodType,
  Status extends z.ZodType,
  Usage extends z.ZodType,
  ErrorDetail extends z.ZodType,
>(
  kit: Kit<M>,
  parts: {
    readonly step: Step;
    readonly delta: Delta;
    readonly partialInteraction: Interaction;
    readonly status: Status;
    readonly usage: Usage;
    readonly errorDetail: ErrorDetail;
  },
) {
  const text = () => kit.optional(z.string());
  const usage = kit.optional(parts.usage);
  const common = { event_id: text() };
  const events = {
    interactionCreated: kit.object({
      event_type: z.literal('interaction.created'),
      ...common,
      interaction: parts.partialInteraction,
    }),
    interactionStatusUpdate: kit.object({
      event_type: z.literal('interaction.status_update'),
      ...common,
      interaction_id: kit.expected(z.string()),
      status: parts.status,
      continuation_token: text(),
      usage,
    }),
    stepStart: kit.object({
      event_type: z.literal('step.start'),
      ...common,
      index: kit.count(),
      step: parts.step,
    }),
    stepDelta: kit.object({
      event_type: z.literal('step.delta'),
      ...common,
      index: kit.count(),
      delta: parts.delta,
      metadata: kit.optional(kit.object({ total_usage: usage })),
    }),
    stepStop: kit.object({
      event_type: z.literal('step.stop'),
      ...common,
      index: kit.count(),
      usage,
      step_usage: usage,
    }),
    interactionCompleted: kit.object({
      event_type: z.literal('interaction.completed'),
      ...common,
      interaction: parts.partialInteraction,
    }),
    streamError: kit.object({
      event_type: z.literal('error'),
      ...common,
      error: kit.optional(parts.errorDetail),
    }),
  };
  const streamEvent = kit.oneEventOf([
    events.interactionCreated,
    events.interactionStatusUpdate,
    events.stepStart,
    events.stepDelta,
    events.stepStop,
    events.interactionCompleted,
    events.streamError,
  ]);
  return { ...events, streamEvent };
}
