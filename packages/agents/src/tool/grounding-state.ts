import type { GroundingMetadata } from '@google/genai';
import type { ToolContext } from '../contract/context.ts';
import { mergeGrounding } from '../event/merge-grounding.ts';

/** A key for each call, because calls of one round set state side by side and the last to set a key would win. */
const KEY_PREFIX = 'temp:catenary:grounding:';

/**
 * Leaves what a tool found for the agent's next answer without calls, which carries it. Like all `temp:` state it is never
 * stored under its key. What an earlier call with the same id left is kept beside it: some servers count ids anew in each round.
 */
export function leaveGrounding(
  { functionCallId = '', state }: Pick<ToolContext, 'functionCallId' | 'state'>,
  found: GroundingMetadata,
): void {
  const key = `${KEY_PREFIX}${functionCallId}`;
  const known = state.get<GroundingMetadata>(key);
  state.set(key, known === undefined ? found : mergeGrounding(known, found));
}

/** Takes out of the state what {@link leaveGrounding} left, in the order of the calls; `undefined` where there is nothing. */
export function takeGrounding(state: Record<string, unknown>): GroundingMetadata | undefined {
  let merged: GroundingMetadata | undefined;
  for (const [key, found] of Object.entries(state)) {
    if (key.startsWith(KEY_PREFIX)) {
      delete state[key];
      // Under these keys nobody else sets anything.
      merged =
        merged === undefined
          ? (found as GroundingMetadata)
          : mergeGrounding(merged, found as GroundingMetadata);
    }
  }
  return merged;
}
