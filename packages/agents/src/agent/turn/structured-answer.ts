import type { Event } from '../../contract/event.ts';
import { RESPONSE_TOOL_NAME } from '../../processor/output-schema.ts';
import type { EventFactory } from '../event-factory.ts';

/**
 * The answer that a model gave by calling `set_model_response`, as an event like any other answer, so that who reads
 * answers need not know how it was given. `undefined` when the round has none, or one that does not fit the schema.
 */
export function structuredAnswer(newEvent: EventFactory, results: Event): Event | undefined {
  if (results.actions.skipSummarization !== true) {
    return undefined;
  }
  const given = (results.content?.parts ?? []).find(
    ({ functionResponse }) => functionResponse?.name === RESPONSE_TOOL_NAME,
  );
  const response = given?.functionResponse?.response;
  return response === undefined || 'error' in response
    ? undefined
    : newEvent({ content: { role: 'model', parts: [{ text: JSON.stringify(response) }] } });
}
