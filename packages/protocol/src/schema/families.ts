import type { z } from 'zod';
import type {
  CreateInteractionRequest,
  Interaction,
  ReceivedInteraction,
  ReceivedStep,
  ReceivedStreamEvent,
  Step,
  StreamEvent,
} from '../types.ts';
import { contentSchemas } from './content.ts';
import { deltaSchemas } from './delta.ts';
import type { Kit, Mode, Received, Written } from './kit.ts';
import { looseKit, strictKit } from './kits.ts';
import { resourceSchemas } from './resource.ts';
import { settingsSchemas } from './settings.ts';
import { stepSchemas } from './step.ts';
import { streamEventSchemas } from './stream-event.ts';
import { toolSchemas } from './tool.ts';

function family<M extends Mode>(kit: Kit<M>) {
  const contents = contentSchemas<M>(kit);
  const steps = stepSchemas(kit, contents);
  const deltas = deltaSchemas(kit, { ...contents, ...steps.payloads });
  const tools = toolSchemas<M>(kit);
  const settings = settingsSchemas(kit, tools.toolChoice);
  const resources = resourceSchemas(kit, { ...contents, ...steps, ...tools, ...settings });
  const events = streamEventSchemas(kit, { ...resources, step: steps.step, delta: deltas.delta });
  return {
    step: steps.step,
    createRequest: resources.createRequest,
    interaction: resources.interaction,
    streamEvent: events.streamEvent,
  };
}

/** The shapes as they are written and as requests are read. */
export const written: {
  readonly step: z.ZodType<Step>;
  readonly createRequest: z.ZodType<CreateInteractionRequest>;
  readonly interaction: z.ZodType<Interaction>;
  readonly streamEvent: z.ZodType<StreamEvent>;
} = family<Written>(strictKit);

/** The same shapes as they are read from a peer. */
export const received: {
  readonly step: z.ZodType<ReceivedStep>;
  readonly interaction: z.ZodType<ReceivedInteraction>;
  readonly streamEvent: z.ZodType<ReceivedStreamEvent>;
} = family<Received>(looseKit);
