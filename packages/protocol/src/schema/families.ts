import type { z } from 'zod';
import type {
  CreateAgentInteractionRequest,
  CreateModelInteractionRequest,
  Interaction,
  ReceivedInteraction,
  ReceivedStep,
  ReceivedStreamEvent,
  Step,
  StreamEvent,
} from '../types.ts';
import { agentSchemas } from './agent.ts';
import { contentSchemas } from './content.ts';
import { deltaSchemas } from './delta.ts';
import { inputSchemas } from './input.ts';
import type { Kit, Mode, Received, Written } from './kit.ts';
import { looseKit, strictKit } from './kits.ts';
import { requestSchemas } from './request.ts';
import { resourceSchemas } from './resource.ts';
import { responseFormatSchemas } from './response-format.ts';
import { settingsSchemas } from './settings.ts';
import { stepSchemas } from './step.ts';
import { streamEventSchemas } from './stream-event.ts';
import { toolSchemas } from './tool.ts';
import { usageSchemas } from './usage.ts';

function family<M extends Mode>(kit: Kit<M>) {
  const contents = contentSchemas<M>(kit);
  const steps = stepSchemas(kit, contents);
  const deltas = deltaSchemas(kit, { ...contents, ...steps.payloads });
  const inputs = inputSchemas(kit, { ...contents, ...steps });
  const tools = toolSchemas<M>(kit);
  const parts = {
    ...inputs,
    step: steps.step,
    tool: tools.tool,
    ...usageSchemas<M>(kit),
    ...settingsSchemas(kit, tools.toolChoice),
    ...responseFormatSchemas<M>(kit),
    ...agentSchemas<M>(kit),
  };
  const resources = resourceSchemas(kit, parts);
  const events = streamEventSchemas(kit, { ...parts, ...resources, delta: deltas.delta });
  return {
    step: steps.step,
    ...requestSchemas(kit, parts),
    interaction: resources.interaction,
    streamEvent: events.streamEvent,
  };
}

interface WrittenFamily {
  readonly step: z.ZodType<Step>;
  readonly modelRequest: z.ZodType<CreateModelInteractionRequest>;
  readonly agentRequest: z.ZodType<CreateAgentInteractionRequest>;
  readonly interaction: z.ZodType<Interaction>;
  readonly streamEvent: z.ZodType<StreamEvent>;
}

interface ReceivedFamily {
  readonly step: z.ZodType<ReceivedStep>;
  readonly interaction: z.ZodType<ReceivedInteraction>;
  readonly streamEvent: z.ZodType<ReceivedStreamEvent>;
}

// Several hundred schemas take tens of milliseconds to build, and an agent never needs the strict ones.
let writtenFamily: WrittenFamily | undefined;
let receivedFamily: ReceivedFamily | undefined;

/** The shapes as they are written and as requests are read; built at the first call. */
export function written(): WrittenFamily {
  writtenFamily ??= family<Written>(strictKit);
  return writtenFamily;
}

/** The same shapes as they are read from a peer; built at the first call. */
export function received(): ReceivedFamily {
  receivedFamily ??= family<Received>(looseKit);
  return receivedFamily;
}
