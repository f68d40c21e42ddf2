import type { StreamingMode as Mode } from '../contract/run-config.ts';

/** How answers are delivered: whole (`NONE`), or also as partial events while they come (`SSE`). */
export const StreamingMode = { NONE: 'none', SSE: 'sse' } as const satisfies Record<string, Mode>;
export type StreamingMode = Mode;
