import type { CreateParams } from './create-params.ts';

/** Tools that the server runs and that change something outside it. */
const EFFECTFUL: ReadonlySet<string> = new Set(['mcp_server', 'code_execution', 'computer_use']);

/**
 * Whether a create may be sent again when its answer was lost. What may remain of the first is an interaction that nobody
 * continues, unless the server ran something with effects for it.
 */
export function createStage({ tools, environment, agent }: CreateParams): 'create' | 'repeatable-create' {
  const hasEffects =
    environment !== undefined || agent !== undefined || (tools ?? []).some(({ type }) => EFFECTFUL.has(type));
  return hasEffects ? 'create' : 'repeatable-create';
}
