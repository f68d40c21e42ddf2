import { concatBase64 } from './base64.ts';
import type { FoldProblem } from './fold.ts';
import { isJsonObject } from './schema/json.ts';
import type { ReceivedContent, ReceivedDelta, ReceivedStep } from './types.ts';

/** A step of a stream while its deltas come. */
export interface OpenStep {
  step: ReceivedStep;
  isClosed: boolean;
  /** Content of model output, or the summary of a thought; grows in place, so it is a list of our own. */
  readonly contents: ReceivedContent[];
  /** Pieces of the call's argument text. */
  readonly argumentTexts: string[];
  /** Pieces of the audio content that is open, if the last content is one. */
  audioPieces: string[];
}

export function openStep(step: ReceivedStep): OpenStep {
  const contents =
    step.type === 'model_output' ? step.content : step.type === 'thought' ? step.summary : undefined;
  return {
    step: withoutEmptySignature(step),
    isClosed: false,
    contents: [...(contents ?? [])],
    argumentTexts: [],
    audioPieces: [],
  };
}

/** The step as it stands, and what is wrong with its arguments. */
export function finishStep(open: OpenStep): {
  readonly step: ReceivedStep;
  readonly callId?: string;
  readonly brokenArguments?: string;
} {
  const { step, contents } = open;
  switch (step.type) {
    case 'model_output':
      return { step: contents.length === 0 ? step : { ...step, content: closeAudio(open) } };
    case 'thought':
      return { step: contents.length === 0 ? step : { ...step, summary: [...contents] } };
    case 'function_call': {
      const text = open.argumentTexts.join('');
      if (text === '') {
        return { step };
      }
      const value = parseObject(text);
      if (value !== undefined) {
        return { step: { ...step, arguments: value } };
      }
      const { arguments: _, ...call } = step;
      return { step: call, callId: step.id, brokenArguments: text };
    }
    default:
      return { step };
  }
}

/** Adds a delta to its step. Returns what is wrong with a delta that cannot be added. */
export function applyDelta(open: OpenStep, delta: ReceivedDelta): FoldProblem | undefined {
  const { step, contents } = open;
  if (delta.type === 'unknown') {
    return { kind: 'unknown_delta', message: `Unknown delta ${delta.wireType}.`, raw: delta.raw };
  }
  if (step.type === 'model_output') {
    return addContent(open, delta) ? undefined : unexpected(step, delta);
  }
  if (step.type === 'thought') {
    if (delta.type === 'thought_signature') {
      open.step = { ...step, ...(delta.signature ? { signature: delta.signature } : {}) };
      return undefined;
    }
    if (delta.type === 'thought_summary') {
      addSummary(contents, delta.content ?? undefined);
      return undefined;
    }
    return unexpected(step, delta);
  }
  if (step.type === 'function_call' && delta.type === 'arguments_delta') {
    open.argumentTexts.push(delta.arguments ?? '');
    return undefined;
  }
  if (delta.type === step.type) {
    const { type: _, ...fields } = delta;
    // Delta and step have one type name, and the delta's fields are some of the step's.
    open.step = withoutEmptySignature({ ...step, ...fields } as ReceivedStep);
    return undefined;
  }
  return unexpected(step, delta);
}

function addContent(open: OpenStep, delta: Exclude<ReceivedDelta, { type: 'unknown' }>): boolean {
  const { contents } = open;
  const last = contents.at(-1);
  switch (delta.type) {
    case 'text':
      if (last?.type === 'text') {
        contents[contents.length - 1] = { ...last, text: last.text + (delta.text ?? '') };
      } else {
        contents.push({ ...delta, text: delta.text ?? '' });
      }
      return true;
    case 'text_annotation_delta':
      if (last?.type !== 'text') {
        return false;
      }
      contents[contents.length - 1] = {
        ...last,
        annotations: [...(last.annotations ?? []), ...(delta.annotations ?? [])],
      };
      return true;
    case 'audio': {
      const { data, ...rest } = delta;
      if (last?.type === 'audio' && open.audioPieces.length > 0 && data != null) {
        open.audioPieces.push(data);
        return true;
      }
      contents.push(rest);
      open.audioPieces = data == null ? [] : [data];
      return true;
    }
    case 'image':
    case 'video':
    case 'document':
      contents.push(delta);
      return true;
    default:
      return false;
  }
}

/** The contents with the pieces of their last audio joined. */
function closeAudio(open: OpenStep): ReceivedContent[] {
  const contents = [...open.contents];
  const index = contents.findLastIndex((content) => content.type === 'audio');
  const audio = contents[index];
  if (audio?.type === 'audio' && open.audioPieces.length > 0) {
    contents[index] = { ...audio, data: concatBase64(open.audioPieces) };
  }
  return contents;
}

function addSummary(summary: ReceivedContent[], content: ReceivedContent | undefined): void {
  const last = summary.at(-1);
  if (content?.type === 'text' && last?.type === 'text') {
    summary[summary.length - 1] = { ...last, text: last.text + content.text };
  } else if (content !== undefined) {
    summary.push(content);
  }
}

function unexpected(step: ReceivedStep, delta: ReceivedDelta): FoldProblem {
  return {
    kind: 'unexpected_delta',
    message: `A ${delta.type} delta came for a ${step.type} step.`,
    raw: delta,
  };
}

function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Streams open calls with an empty signature, which the whole resource leaves out. */
function withoutEmptySignature(step: ReceivedStep): ReceivedStep {
  if ('signature' in step && step.signature === '') {
    const { signature: _, ...rest } = step;
    return rest as ReceivedStep;
  }
  return step;
}
