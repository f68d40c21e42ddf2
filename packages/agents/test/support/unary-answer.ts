import { parseInteraction } from '@catenary/protocol';
import { fromInteraction } from '../../src/model/interactions/response/from-interaction.ts';

/** The final response of an interaction that comes as a whole. */
export function unaryAnswer(interaction: Record<string, unknown>) {
  return fromInteraction(parseInteraction(interaction));
}
