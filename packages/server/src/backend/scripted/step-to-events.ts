import type { Delta, Step } from '@catenary/protocol';
import type { BackendEvent } from '../backend.ts';

/** One whole step as a backend emits it, in the shapes of the hosted service: an empty start, deltas, a stop. */
export function stepToEvents(step: Step): BackendEvent[] {
  const { start, deltas } = takeApart(step);
  return [
    { type: 'step.start', step: start },
    ...deltas.map((delta): BackendEvent => ({ type: 'step.delta', delta })),
    { type: 'step.stop' },
  ];
}

function takeApart(step: Step): { readonly start: Step; readonly deltas: readonly Delta[] } {
  switch (step.type) {
    case 'model_output': {
      const content = step.content ?? [];
      const isText = step.error === undefined && content.length === 1 && content[0]?.type === 'text';
      return isText
        ? { start: { type: 'model_output' }, deltas: content.flatMap(textDeltas) }
        : { start: step, deltas: [] };
    }
    case 'thought': {
      const { signature, summary } = step;
      return {
        start: { type: 'thought' },
        deltas: [
          ...(summary ?? []).map((content): Delta => ({ type: 'thought_summary', content })),
          ...(signature === undefined ? [] : [{ type: 'thought_signature', signature } satisfies Delta]),
        ],
      };
    }
    case 'function_call':
      return {
        start: { ...step, arguments: {} },
        deltas: [{ type: 'arguments_delta', arguments: JSON.stringify(step.arguments) }],
      };
    default:
      return { start: step, deltas: [] };
  }
}

function textDeltas(
  content: NonNullable<Extract<Step, { type: 'model_output' }>['content']>[number],
): Delta[] {
  if (content.type !== 'text') {
    return [];
  }
  const { text, annotations } = content;
  return [
    { type: 'text', text },
    ...(annotations === undefined ? [] : [{ type: 'text_annotation_delta', annotations } satisfies Delta]),
  ];
}
