/** The `event_id` of an event: its number in the interaction, in base 36. */
export function toEventId(seq: number): string {
  return seq.toString(36);
}

/** The number behind an `event_id`; `undefined` for text that never was one. */
export function fromEventId(eventId: string): number | undefined {
  return /^[1-9a-z][0-9a-z]{0,8}$/.test(eventId) ? Number.parseInt(eventId, 36) : undefined;
}
