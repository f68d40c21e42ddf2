import type { ReceivedInteraction, ReceivedStep } from '@catenary/protocol';
import type { Run, RunResult } from '../execution/run.ts';
import { toWireTime } from '../execution/to-wire-time.ts';
import type { InteractionRecord } from '../store/store.ts';

/** The resource as `create` returns it: the model's steps only, and no id where nothing is stored. */
export function fromRun(run: Run, { end, steps, endedAtMs }: RunResult): ReceivedInteraction {
  return {
    ...(run.id === '' ? {} : { id: run.id }),
    object: 'interaction',
    status: end.status,
    model: run.backend.name,
    created: toWireTime(run.createdAtMs),
    updated: toWireTime(endedAtMs),
    service_tier: 'standard',
    steps: [...steps],
    ...(end.usage === undefined ? {} : { usage: end.usage }),
    ...(end.errors === undefined ? {} : { errors: [...end.errors] }),
  };
}

/** The resource as a background `create` returns it, before anything is produced. */
export function fromStartedRun(run: Run): ReceivedInteraction {
  return { id: run.id, object: 'interaction', status: 'in_progress', model: run.backend.name };
}

/** The resource as `get` returns it: this turn's input, then the model's steps. */
export function fromRecord(
  record: InteractionRecord,
  steps: { readonly input: readonly ReceivedStep[]; readonly output: readonly ReceivedStep[] },
  options: { readonly includeInput: boolean },
): ReceivedInteraction {
  return {
    id: record.id,
    object: 'interaction',
    status: record.status,
    model: record.model,
    created: toWireTime(record.createdAtMs),
    updated: toWireTime(record.updatedAtMs),
    service_tier: 'standard',
    ...(record.previousId === undefined ? {} : { previous_interaction_id: record.previousId }),
    ...(options.includeInput ? { input: [...steps.input] } : {}),
    steps: [...steps.input, ...steps.output],
    ...(record.usage === undefined ? {} : { usage: record.usage }),
    ...(record.errors === undefined ? {} : { errors: [...record.errors] }),
  };
}
