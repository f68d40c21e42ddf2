import { DEFAULT_MAX_LLM_CALLS } from '../context/llm-call-count.ts';
import type { RunConfig } from '../contract/run-config.ts';
import { AgentsError } from '../error.ts';

/**
 * The options of a run with their defaults. Throws `invalid_argument` for a streaming mode that there is none of, or a
 * number of model calls that is no safe integer.
 */
export function createRunConfig(options: RunConfig = {}): Required<RunConfig> {
  const {
    streamingMode = 'none',
    maxLlmCalls = DEFAULT_MAX_LLM_CALLS,
    whenBusy = 'wait',
    store = true,
  } = options;
  if (streamingMode !== 'none' && streamingMode !== 'sse') {
    throw new AgentsError({
      code: 'invalid_argument',
      message: `There is no streaming mode "${String(streamingMode)}".`,
      hint: 'Use StreamingMode.NONE or StreamingMode.SSE. Live audio and video are not part of this package.',
    });
  }
  if (!Number.isSafeInteger(maxLlmCalls)) {
    throw new AgentsError({
      code: 'invalid_argument',
      message: `maxLlmCalls is ${maxLlmCalls}, which is no safe integer.`,
      hint: 'Give a whole number; 0 or less is no limit.',
    });
  }
  return { streamingMode, maxLlmCalls, whenBusy, store };
}
