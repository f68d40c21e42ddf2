import type { EventActions } from '../contract/event.ts';

/** Actions with nothing in them but what is given. */
export function createEventActions(actions: Partial<EventActions> = {}): EventActions {
  return { ...actions, stateDelta: actions.stateDelta ?? {}, artifactDelta: actions.artifactDelta ?? {} };
}

/** The actions of several sources as one; where two speak of the same thing, the later one holds. */
export function mergeEventActions(sources: readonly Partial<EventActions>[]): EventActions {
  const merged = createEventActions();
  for (const { stateDelta, artifactDelta, ...rest } of sources) {
    Object.assign(merged, rest);
    merged.stateDelta = { ...merged.stateDelta, ...stateDelta };
    merged.artifactDelta = { ...merged.artifactDelta, ...artifactDelta };
  }
  return merged;
}
