import { parseErrorBody } from './parse-error-body.ts';
import { isJsonObject, type JsonObject } from './schema/json.ts';

/** Names that the migration guide of the API uses; no recording has them. */
const STATUS_EVENTS: Readonly<Record<string, string>> = {
  'interaction.in_progress': 'in_progress',
  'interaction.requires_action': 'requires_action',
};

/**
 * Brings forms that servers have been seen or documented to send into the one that the shapes describe; everything else,
 * also what is malformed, is passed on as it is. None of these forms is ever written.
 *
 * - An error body in the place of an event becomes an `error` event.
 * - `interaction.in_progress` and `interaction.requires_action` become status updates.
 * - A `text_annotation` delta is a `text_annotation_delta`; `partial_arguments` are the `arguments` of their delta.
 * - The content of a `thought_summary` delta without a type is text.
 */
export function canonicalEvent(value: unknown): unknown {
  if (!isJsonObject(value)) {
    return value;
  }
  const { event_type: type, delta } = value;
  if (type === undefined) {
    const body = parseErrorBody(value);
    return body === undefined ? value : { event_type: 'error', error: body.error };
  }
  if (typeof type === 'string' && Object.hasOwn(STATUS_EVENTS, type)) {
    return statusUpdate(value, STATUS_EVENTS[type]);
  }
  if (type === 'step.delta' && isJsonObject(delta)) {
    const canonical = canonicalDelta(delta);
    return canonical === delta ? value : { ...value, delta: canonical };
  }
  return value;
}

function statusUpdate(event: JsonObject, status: string | undefined): JsonObject {
  const interaction = isJsonObject(event.interaction) ? event.interaction : {};
  const id = event.interaction_id ?? interaction.id;
  return {
    status,
    ...event,
    event_type: 'interaction.status_update',
    ...(id === undefined ? {} : { interaction_id: id }),
  };
}

function canonicalDelta(delta: JsonObject): JsonObject {
  switch (delta.type) {
    case 'text_annotation':
      return { ...delta, type: 'text_annotation_delta' };
    case 'arguments_delta': {
      const { partial_arguments: text, ...rest } = delta;
      return rest.arguments === undefined && text !== undefined ? { ...rest, arguments: text } : delta;
    }
    case 'thought_summary': {
      const { content } = delta;
      const isUntypedText =
        isJsonObject(content) && content.type === undefined && typeof content.text === 'string';
      return isUntypedText ? { ...delta, content: { type: 'text', ...content } } : delta;
    }
    default:
      return delta;
  }
}
