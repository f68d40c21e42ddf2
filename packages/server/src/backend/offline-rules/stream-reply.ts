import { createHash } from 'node:crypto';
import type { Delta, Step } from '@catenary/protocol';
import type { BackendEvent, BackendRequest } from '../backend.ts';
import type { Reply } from './compose-reply.ts';

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

function eventsOf(reply: Reply, request: BackendRequest, chunkWords: number): readonly BackendEvent[] {
  const used = new Set(request.steps.map((step) => ('id' in step ? step.id : undefined)));
  const idOf = (source: string): string => {
    const digest = createHash('sha256').update(`${request.steps.length}/${source}`).digest('hex');
    const id = BigInt(`0x${digest}`).toString(36).slice(0, 8);
    // A client that keeps its own history may cut it to the same length each time.
    return used.has(id) ? idOf(digest) : id;
  };
  switch (reply.kind) {
    case 'say': {
      const most = (request.generationConfig?.max_output_tokens ?? Infinity) * CHARACTERS_PER_TOKEN;
      const text = [...reply.text].slice(0, most).join('');
      const pieces = text.match(new RegExp(`(?:\\s*\\S+){1,${chunkWords}}\\s*|\\s+`, 'gu')) ?? [];
      const deltas: Delta[] = pieces.map((piece) => ({ type: 'text', text: piece }));
      const isCut = text.length < reply.text.length;
      if (reply.annotations.length > 0 && !isCut) {
        deltas.push({ type: 'text_annotation_delta', annotations: [...reply.annotations] });
      }
      const status = isCut ? 'incomplete' : 'completed';
      return [...stepEvents({ type: 'model_output' }, deltas), { type: 'end', status }];
    }
    case 'call': {
      const steps = reply.calls.flatMap(({ name, arguments: given }, index) => {
        const json = JSON.stringify(given);
        const id = idOf(`${index}/${name}/${json}`);
        // "{" alone, since half of a surrogate pair is no text that every client can take.
        const deltas = [json.slice(0, 1), json.slice(1)].map(
          (piece): Delta => ({ type: 'arguments_delta', arguments: piece }),
        );
        return stepEvents({ type: 'function_call', id, name, arguments: {} }, deltas);
      });
      return [...steps, { type: 'end', status: 'requires_action' }];
    }
    case 'search': {
      const queries = [...reply.queries];
      const step: Step = { type: 'google_search_call', id: idOf(queries.join('/')), arguments: {} };
      return [...stepEvents(step, [{ type: 'google_search_call', arguments: { queries } }]), { type: 'end' }];
    }
  }
}

const stepEvents = (step: Step, deltas: readonly Delta[]): readonly BackendEvent[] => [
  { type: 'step.start', step },
  ...deltas.map((delta): BackendEvent => ({ type: 'step.delta', delta })),
  { type: 'step.stop' },
];
