/**
 * What a tool returned, as the record that the model gets: an object as it is, a list under `results`, anything else
 * under `result`. Always a copy, because tools may go on using what they returned, and of what JSON makes of it, because
 * that is what is sent: a date is its text, an object of a class its fields. Throws what `JSON.stringify` throws when it
 * cannot be sent (a cycle, a bigint).
 */
export function toolResult(value: unknown): Record<string, unknown> {
  const text: string | undefined = JSON.stringify(value);
  const copy: unknown = text === undefined ? undefined : JSON.parse(text);
  if (Array.isArray(copy)) {
    return { results: copy };
  }
  return isRecord(copy) ? copy : { result: copy ?? undefined };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
