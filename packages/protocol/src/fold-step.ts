import { openContents } from './fold-contents.ts';
import { isJsonObject, type JsonObject } from './schema/json.ts';
import type { ReceivedDelta, ReceivedStep } from './types.ts';

/** Why something of a stream could not be used. */
export interface Fault {
  readonly code: 'unknown_delta' | 'unexpected_delta' | 'broken_arguments';
  readonly message: string;
  /** What was left out: a delta as it came, or the argument text of a call. */
  readonly raw: unknown;
  readonly callId?: string;
}

/** A step of a stream while its deltas come. */
export interface OpenStep {
  readonly isClosed: boolean;
  /** Adds a delta. Returns what is wrong with one that cannot be added; the step is then as before. */
  add(delta: ReceivedDelta): Fault | undefined;
  /** Ends the step. Returns what is wrong with the arguments of a call. */
  close(): Fault | undefined;
  /** The step as it is now. A call has no `arguments` while, or if, their text is not whole. */
  build(): ReceivedStep;
}

/** Opens a step from its first event, which may carry content already. */
export function openStep(start: ReceivedStep): OpenStep {
  let step = withoutEmptySignature(start);
  let isClosed = false;
  const argumentTexts: string[] = [];
  const contents = openContents(initialContents(start));

  const build = (): ReceivedStep => {
    switch (step.type) {
      case 'user_input':
      case 'model_output': {
        const content = contents.build();
        return content.length === 0 ? step : { ...step, content };
      }
      case 'thought': {
        const summary = contents.build();
        return summary.length === 0 ? step : { ...step, summary };
      }
      case 'function_call':
        return !isClosed && argumentTexts.some(Boolean) ? withoutArguments(step) : step;
      default:
        return step;
    }
  };

  /** A signature may come to any step that a model signs. */
  const set = (delta: ReceivedDelta): boolean => {
    if (delta.type !== step.type && delta.type !== 'thought_signature') {
      return false;
    }
    step = merged(step, delta);
    return true;
  };

  const take = (delta: ReceivedDelta): boolean => {
    switch (step.type) {
      case 'user_input':
      case 'model_output':
        return contents.add(delta);
      case 'thought':
        return delta.type === 'thought_summary' ? contents.append(delta.content) : set(delta);
      case 'function_call':
        return delta.type === 'arguments_delta' ? argumentTexts.push(delta.arguments ?? '') > 0 : set(delta);
      case 'unknown':
        return false;
      default:
        return set(delta);
    }
  };

  const add = (delta: ReceivedDelta): Fault | undefined => {
    if (delta.type === 'unknown') {
      return {
        code: 'unknown_delta',
        message: `The delta type ${delta.wireType} is not known.`,
        raw: delta.raw,
      };
    }
    return take(delta) ? undefined : unexpected(step, delta);
  };

  const close = (): Fault | undefined => {
    isClosed = true;
    if (step.type !== 'function_call') {
      return undefined;
    }
    const text = argumentTexts.join('');
    const value = text === '' ? (step.arguments ?? {}) : parseObject(text);
    if (value !== undefined) {
      step = { ...step, arguments: value };
      return undefined;
    }
    step = withoutArguments(step);
    return {
      code: 'broken_arguments',
      message: `The arguments of call ${step.id} to ${step.name} are not a JSON object.`,
      raw: text,
      callId: step.id,
    };
  };

  return {
    add,
    close,
    build,
    get isClosed() {
      return isClosed;
    },
  };
}

type FunctionCall = Extract<ReceivedStep, { type: 'function_call' }>;

function initialContents(step: ReceivedStep) {
  switch (step.type) {
    case 'user_input':
    case 'model_output':
      return step.content ?? [];
    case 'thought':
      return step.summary ?? [];
    default:
      return [];
  }
}

/** Sets the fields of the delta; what it leaves out stays. */
function merged(step: ReceivedStep, delta: ReceivedDelta): ReceivedStep {
  const { type: _, ...fields } = delta;
  const given = Object.entries(fields).filter(([, value]) => value !== null && value !== undefined);
  // Delta and step have one type, whose delta has some of the step's fields; a signature is a field of every other step.
  return withoutEmptySignature({ ...step, ...Object.fromEntries(given) } as ReceivedStep);
}

/** Streams open steps with an empty signature, which the whole resource leaves out. */
function withoutEmptySignature(step: ReceivedStep): ReceivedStep {
  if ('signature' in step && step.signature === '') {
    const { signature: _, ...rest } = step;
    return rest;
  }
  return step;
}

function withoutArguments(call: FunctionCall): FunctionCall {
  const { arguments: _, ...rest } = call;
  return rest;
}

function unexpected(step: ReceivedStep, delta: ReceivedDelta): Fault {
  return {
    code: 'unexpected_delta',
    message: `A ${delta.type} delta came for a ${step.type} step.`,
    raw: delta,
  };
}

function parseObject(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
