/** How answers are delivered. A const object, so that `StreamingMode.SSE` reads as in ADK. */
export type StreamingMode = 'none' | 'sse';

/** Options of one run. */
export interface RunConfig {
  /** `sse` yields partial events as they come; default `none`. */
  readonly streamingMode?: StreamingMode;
  /** Model calls allowed in one invocation, sub-agents and agents used as tools included; default 500; 0 or less is no limit. */
  readonly maxLlmCalls?: number;
  /**
   * What a second message on a running session does: wait for its turn (default), or fail with `session_busy`. A tool or a
   * callback that waits for a message on the very session it runs in would wait for itself: there it must be `fail`, or go
   * to another session (`runEphemeral`, `AgentTool`).
   */
  readonly whenBusy?: 'wait' | 'fail';
  /** False asks the server not to keep what this run creates; full history is then sent each time. Default true. */
  readonly store?: boolean;
}
