import { parseStreamEvent, type ReceivedStreamEvent } from '@catenary/protocol';

const USAGE = {
  total_input_tokens: 20,
  total_output_tokens: 5,
  total_thought_tokens: 7,
  total_cached_tokens: 3,
  total_tool_use_tokens: 2,
  total_tokens: 34,
  input_tokens_by_modality: [{ modality: 'text', tokens: 20 }],
};

/** The events of one interaction: its steps one after another, each in the deltas given. */
export function interactionEvents(
  id: string,
  steps: readonly StreamedStep[],
  status = steps.some((step) => step.start.type === 'function_call') ? 'requires_action' : 'completed',
): Record<string, unknown>[] {
  return [
    { event_type: 'interaction.created', interaction: { id, status: 'in_progress', model: 'gemini-x' } },
    { event_type: 'interaction.status_update', interaction_id: id, status: 'in_progress' },
    ...steps.flatMap(({ start, deltas }, index) => [
      { event_type: 'step.start', index, step: start },
      ...deltas.map((delta) => ({ event_type: 'step.delta', index, delta })),
      { event_type: 'step.stop', index },
    ]),
    { event_type: 'interaction.completed', interaction: { id, status, model: 'gemini-x', usage: USAGE } },
  ];
}

export interface StreamedStep {
  readonly start: { readonly type: string; readonly [field: string]: unknown };
  readonly deltas: readonly Record<string, unknown>[];
}

export function output(...texts: readonly string[]): StreamedStep {
  return { start: { type: 'model_output' }, deltas: texts.map((text) => ({ type: 'text', text })) };
}

export function call(id: string, name: string, ...fragments: readonly string[]): StreamedStep {
  return {
    start: { type: 'function_call', id, name, arguments: {}, signature: '' },
    deltas: fragments.map((text) => ({ type: 'arguments_delta', arguments: text })),
  };
}

export function thought(signature: string, ...summary: readonly string[]): StreamedStep {
  return {
    start: { type: 'thought' },
    deltas: [
      ...summary.map((text) => ({ type: 'thought_summary', content: { type: 'text', text } })),
      { type: 'thought_signature', signature },
    ],
  };
}

/** With ids that say the place of each event in the stream. */
export function withEventIds(events: readonly Record<string, unknown>[]): Record<string, unknown>[] {
  return events.map((event, index) => ({ ...event, event_id: String(index + 1) }));
}

/** Deals the lanes into one line, each lane in its order; `picks` says whose turn it is. */
export function interleave<T>(lanes: readonly (readonly T[])[], picks: readonly number[]): T[] {
  const rest = lanes.map((lane) => [...lane]);
  const line: T[] = [];
  for (let turn = 0; rest.some((lane) => lane.length > 0); turn += 1) {
    const open = rest.filter((lane) => lane.length > 0);
    const [next] = open[(picks[turn % picks.length] ?? 0) % open.length]!.splice(0, 1);
    line.push(next!);
  }
  return line;
}

export function parsed(events: readonly Record<string, unknown>[]): ReceivedStreamEvent[] {
  return events.map(parseStreamEvent);
}

/** The interaction that the same steps make when they come whole. */
export function interactionOf(id: string, steps: readonly object[], status: string): Record<string, unknown> {
  return { id, object: 'interaction', status, model: 'gemini-x', steps, usage: USAGE };
}
