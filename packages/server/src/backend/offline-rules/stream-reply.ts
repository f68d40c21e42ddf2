import { createHash } from 'node:crypto';
import type { BackendEvent, BackendRequest } from '../backend.ts';
import type { Reply } from './compose-reply.ts';
import type { PlannedCall } from './plan.ts';
import type { MarkedText } from './sources/quote-hits.ts';

/** Characters that stand for one token where a limit is given in tokens. */
const CHARACTERS_PER_TOKEN = 4;

export interface StreamOptions {
  readonly signal: AbortSignal;
  /** Words in one text delta. */
  readonly chunkWords: number;
}

/** A reply as the events of a backend, in small pieces; the pieces of a text join to it exactly. Stops by throwing on abort. */
export async function* streamReply(
  reply: Reply,
  request: BackendRequest,
  options: StreamOptions,
): AsyncGenerator<BackendEvent> {
  for (const event of eventsOf(reply, request, options.chunkWords)) {
    // One turn of the event loop a piece, so that an abort between two pieces is seen.
    await new Promise<void>((resolve) => setImmediate(resolve));
    options.signal.throwIfAborted();
    yield event;
  }
}

function eventsOf(reply: Reply, request: BackendRequest, chunkWords: number): Iterable<BackendEvent> {
  switch (reply.kind) {
    case 'say':
      return textEvents(reply, request, chunkWords);
    case 'call':
      return callEvents(reply.calls, request);
    case 'search':
      return searchEvents(reply.queries, request);
  }
}

function* textEvents(
  reply: MarkedText,
  request: BackendRequest,
  chunkWords: number,
): Generator<BackendEvent> {
  const { max_output_tokens: most, stop_sequences: stops = [] } = request.generationConfig ?? {};
  const stopped = stops
    .filter((stop) => stop !== '')
    .reduce((text, stop) => text.split(stop)[0] ?? text, reply.text);
  const text = most === undefined ? stopped : [...stopped].slice(0, most * CHARACTERS_PER_TOKEN).join('');
  yield { type: 'step.start', step: { type: 'model_output' } };
  for (const piece of text.match(new RegExp(`(?:\\s*\\S+){1,${chunkWords}}\\s*|\\s+`, 'gu')) ?? []) {
    yield { type: 'step.delta', delta: { type: 'text', text: piece } };
  }
  const length = Buffer.byteLength(text);
  const annotations = reply.annotations.filter((mark) => (mark.end_index ?? 0) <= length);
  if (annotations.length > 0) {
    yield { type: 'step.delta', delta: { type: 'text_annotation_delta', annotations } };
  }
  yield { type: 'step.stop' };
  yield { type: 'end', status: text.length < stopped.length ? 'incomplete' : 'completed' };
}

function* callEvents(calls: readonly PlannedCall[], request: BackendRequest): Generator<BackendEvent> {
  const used = usedIds(request);
  for (const [index, call] of calls.entries()) {
    const json = JSON.stringify(call.arguments);
    const id = callId(`${request.steps.length}/${index}/${call.name}/${json}`, used);
    used.add(id);
    yield { type: 'step.start', step: { type: 'function_call', id, name: call.name, arguments: {} } };
    // By characters, since half of a surrogate pair is no text that every client can take.
    const characters = [...json];
    const middle = Math.ceil(characters.length / 2);
    for (const piece of [characters.slice(0, middle), characters.slice(middle)]) {
      yield { type: 'step.delta', delta: { type: 'arguments_delta', arguments: piece.join('') } };
    }
    yield { type: 'step.stop' };
  }
  yield { type: 'end', status: 'requires_action' };
}

function* searchEvents(queries: readonly string[], request: BackendRequest): Generator<BackendEvent> {
  const id = callId(`${request.steps.length}/search/${queries.join('/')}`, usedIds(request));
  yield { type: 'step.start', step: { type: 'google_search_call', id, arguments: {} } };
  yield { type: 'step.delta', delta: { type: 'google_search_call', arguments: { queries: [...queries] } } };
  yield { type: 'step.stop' };
  yield { type: 'end' };
}

function usedIds({ steps }: BackendRequest): Set<string> {
  const calls = steps.filter((step) => step.type === 'function_call' || step.type === 'google_search_call');
  return new Set(calls.map(({ id }) => id));
}

/** Eight lower-case letters and digits from a hash, so that the same request gives the same id; none of `used`. */
function callId(source: string, used: ReadonlySet<string>): string {
  const digest = createHash('sha256').update(source).digest('hex');
  const id = BigInt(`0x${digest}`).toString(36).slice(0, 8);
  return used.has(id) ? callId(digest, used) : id;
}
