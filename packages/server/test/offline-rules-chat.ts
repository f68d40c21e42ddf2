import type { Annotation, Content, FunctionCallStep, FunctionTool, Step } from '@catenary/protocol';
import type { Backend, BackendEvent, BackendRequest } from '../src/backend/backend.ts';
import type { SearchHit } from '../src/tool/search/search-provider.ts';

/** What a backend gave for one message of the user, its calls executed and its searches answered. */
export interface Exchange {
  readonly text: string;
  readonly annotations: readonly Annotation[];
  readonly calls: readonly FunctionCallStep[];
  readonly queries: readonly string[];
  readonly status: string | undefined;
  /** Events of every request that the message took. */
  readonly events: readonly (readonly BackendEvent[])[];
}

export interface ChatOptions extends Partial<Omit<BackendRequest, 'steps' | 'inputStart' | 'searchHits'>> {
  /** Answers a call; a thrown error becomes an error result. Default: an empty object. */
  readonly execute?: (call: FunctionCallStep) => unknown;
  readonly search?: (query: string) => Promise<readonly SearchHit[]>;
  /** Steps that are already in the chain. */
  readonly history?: readonly Step[];
}

/** Holds a conversation: each message is a string, or contents; the chain grows as a server's would. */
export async function chat(
  backend: Backend,
  messages: readonly (string | readonly Content[])[],
  options: ChatOptions = {},
): Promise<readonly Exchange[]> {
  const steps: Step[] = [...(options.history ?? [])];
  const exchanges: Exchange[] = [];
  for (const message of messages) {
    const content: Content[] = typeof message === 'string' ? [{ type: 'text', text: message }] : [...message];
    exchanges.push(await exchange(backend, steps, { type: 'user_input', content }, options));
  }
  return exchanges;
}

async function exchange(
  backend: Backend,
  steps: Step[],
  input: Step,
  options: ChatOptions,
): Promise<Exchange> {
  const searchHits = new Map<string, readonly SearchHit[]>();
  const events: BackendEvent[][] = [];
  const made: Step[] = [];
  let inputStart = steps.length;
  steps.push(input);
  for (let round = 0; round < 8; round += 1) {
    const request = { model: backend.name, tools: [], ...options, steps: [...steps], inputStart, searchHits };
    const emitted = await collect(backend, request);
    const { steps: output, status } = readEvents(emitted);
    events.push(emitted);
    made.push(...output);
    steps.push(...output);
    const calls = output.filter((step) => step.type === 'function_call');
    const searches = output.filter((step) => step.type === 'google_search_call');
    if (calls.length > 0) {
      inputStart = steps.length;
      steps.push(...calls.map((call) => resultOf(call, options)));
    }
    for (const call of searches) {
      const found = await Promise.all(
        (call.arguments.queries ?? []).map((query) => options.search?.(query) ?? []),
      );
      searchHits.set(call.id, found.flat());
      steps.push({ type: 'google_search_result', call_id: call.id, result: [] });
    }
    if (calls.length === 0 && searches.length === 0) {
      return summary(made, events, status);
    }
  }
  throw new Error('the backend went on calling tools');
}

export async function collect(
  backend: Backend,
  request: BackendRequest,
  signal: AbortSignal = new AbortController().signal,
): Promise<BackendEvent[]> {
  const events: BackendEvent[] = [];
  for await (const event of backend.generate(request, { signal })) {
    events.push(event);
  }
  return events;
}

interface OpenStep {
  step: Step;
  text: string;
  json: string;
  readonly annotations: Annotation[];
}

/** Folds events to steps, and throws where they are not in the order that a backend must keep. */
export function readEvents(events: readonly BackendEvent[]): {
  readonly steps: readonly Step[];
  readonly status: string | undefined;
} {
  const steps: Step[] = [];
  let open: OpenStep | undefined;
  for (const [at, event] of events.entries()) {
    const isOutside = event.type === 'step.start' || event.type === 'end';
    if (isOutside !== (open === undefined) || (event.type === 'end') !== (at === events.length - 1)) {
      throw new Error(`${event.type} at the wrong place`);
    }
    if (event.type === 'step.start') {
      open = { step: event.step, text: '', json: '', annotations: [] };
    } else if (event.type === 'step.delta') {
      readDelta(open, event.delta);
    } else if (event.type === 'step.stop' && open !== undefined) {
      steps.push(close(open));
      open = undefined;
    }
  }
  const last = events.at(-1);
  return { steps, status: last?.type === 'end' ? last.status : 'no end' };
}

function readDelta(
  open: OpenStep | undefined,
  delta: Extract<BackendEvent, { type: 'step.delta' }>['delta'],
): void {
  if (open === undefined) {
    return;
  }
  if (delta.type === 'text') {
    open.text += delta.text;
  } else if (delta.type === 'arguments_delta') {
    open.json += delta.arguments ?? '';
  } else if (delta.type === 'text_annotation_delta') {
    open.annotations.push(...(delta.annotations ?? []));
  } else if (delta.type === 'google_search_call' && open.step.type === 'google_search_call') {
    open.step = { ...open.step, arguments: delta.arguments };
  } else {
    throw new Error(`unexpected delta ${delta.type}`);
  }
}

function close({ step, text, json, annotations }: OpenStep): Step {
  if (step.type === 'model_output') {
    return { ...step, content: [{ type: 'text', text, ...(annotations.length > 0 && { annotations }) }] };
  }
  return step.type === 'function_call' ? { ...step, arguments: JSON.parse(json) } : step;
}

function resultOf(call: FunctionCallStep, { execute = () => ({}) }: ChatOptions): Step {
  const step = { type: 'function_result' as const, call_id: call.id, name: call.name };
  try {
    const result = execute(call);
    return {
      ...step,
      result: typeof result === 'string' || Array.isArray(result) ? result : { ...Object(result) },
    };
  } catch (error) {
    return { ...step, is_error: true, result: String(error instanceof Error ? error.message : error) };
  }
}

function summary(
  steps: readonly Step[],
  events: readonly BackendEvent[][],
  status: string | undefined,
): Exchange {
  const contents = steps.flatMap((step) => (step.type === 'model_output' ? (step.content ?? []) : []));
  const texts = contents.filter((content) => content.type === 'text');
  return {
    text: texts.map((content) => content.text).join(''),
    annotations: texts.flatMap((content) => content.annotations ?? []),
    calls: steps.filter((step) => step.type === 'function_call'),
    queries: steps.flatMap((step) =>
      step.type === 'google_search_call' ? (step.arguments.queries ?? []) : [],
    ),
    status,
    events,
  };
}

/** A function declaration; every property is required unless `required` says otherwise. */
export function declare(
  name: string,
  description: string,
  properties: Readonly<Record<string, object>> = {},
  required: readonly string[] = Object.keys(properties),
): FunctionTool {
  return { type: 'function', name, description, parameters: { type: 'object', properties, required } };
}
