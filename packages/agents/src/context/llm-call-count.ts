/** How many model calls an invocation has made, those of the agents that its tools run included. */
export interface LlmCallCount {
  used: number;
}

/** Model calls allowed in one invocation unless the run says otherwise. */
export const DEFAULT_MAX_LLM_CALLS = 500;
