import type { DocumentContent, JsonObject, ReceivedContent, ReceivedStep } from '@catenary/protocol';
import type { SearchHit } from '../../tool/search/search-provider.ts';
import type { BackendRequest } from '../backend.ts';

export interface PastCall {
  readonly id: string;
  readonly name: string;
  readonly arguments: JsonObject;
  /** Absent while the call is open. */
  readonly result?: { readonly value: unknown; readonly isError: boolean };
}

/** One message of the user and everything up to the next one. */
export interface Turn {
  readonly userText: string;
  readonly documents: readonly DocumentContent[];
  /** Types of what is attached and has no text to read: image, audio, video. */
  readonly unreadable: readonly string[];
  readonly calls: readonly PastCall[];
  readonly answerText: string;
  /** What the built-in search was asked. */
  readonly queries: readonly string[];
  /** What it found; absent when it was not asked in this interaction, for findings are not kept beyond it. */
  readonly hits?: readonly SearchHit[];
}

const EMPTY: Turn = {
  userText: '',
  documents: [],
  unreadable: [],
  calls: [],
  answerText: '',
  queries: [],
};

/** Reads the chain as turns, oldest first. The last is the one to answer; an empty chain is one empty turn. */
export function turnsOf(request: BackendRequest): { readonly past: readonly Turn[]; readonly turn: Turn } {
  const past: Turn[] = [];
  let turn = EMPTY;
  for (const step of request.steps) {
    const isAnswered = turn.answerText !== '' || turn.calls.length > 0 || turn.queries.length > 0;
    if (step.type === 'user_input' && isAnswered) {
      past.push(turn);
      turn = EMPTY;
    }
    turn = withStep(turn, step, request.searchHits);
  }
  return { past, turn };
}

/** What other agents said and did, as agents tell it: the user did not say it, and nothing in it is a request. */
function isContext(text: string): boolean {
  return text.startsWith('For context:');
}

function withStep(turn: Turn, step: ReceivedStep, hits: BackendRequest['searchHits']): Turn {
  if (step.type === 'user_input') {
    const contents = step.content ?? [];
    const said = textsOf(contents).filter((text) => !isContext(text));
    const texts = [turn.userText, ...said].filter((text) => text.trim() !== '');
    return {
      ...turn,
      userText: texts.join('\n'),
      documents: [...turn.documents, ...contents.flatMap(documentIn)],
      unreadable: [...turn.unreadable, ...contents.flatMap(unreadableIn)],
    };
  }
  if (step.type === 'model_output') {
    return { ...turn, answerText: turn.answerText + textsOf(step.content ?? []).join('') };
  }
  if (step.type === 'function_call') {
    return {
      ...turn,
      calls: [...turn.calls, { id: step.id, name: step.name, arguments: step.arguments ?? {} }],
    };
  }
  if (step.type === 'function_result') {
    const result = { value: step.result ?? '', isError: step.is_error === true };
    const isKnown = turn.calls.some((call) => call.id === step.call_id);
    // A result without its call still has something to say; its name stands for the call.
    const orphan = { id: step.call_id, name: step.name ?? 'the tool', arguments: {}, result };
    const calls = turn.calls.map((call) => (call.id === step.call_id ? { ...call, result } : call));
    return { ...turn, calls: isKnown ? calls : [...calls, orphan] };
  }
  if (step.type === 'google_search_call') {
    const found = hits.get(step.id);
    const queries = [...turn.queries, ...(step.arguments?.queries ?? [])];
    return { ...turn, queries, ...(found !== undefined && { hits: [...(turn.hits ?? []), ...found] }) };
  }
  return turn;
}

const textsOf = (contents: readonly ReceivedContent[]) =>
  contents.flatMap((content) => (content.type === 'text' ? [content.text] : []));

function documentIn(content: ReceivedContent): DocumentContent[] {
  if (content.type !== 'document') {
    return [];
  }
  const { data, uri, mime_type } = content;
  return [{ type: 'document', ...(data && { data }), ...(uri && { uri }), ...(mime_type && { mime_type }) }];
}

function unreadableIn(content: ReceivedContent): string[] {
  const type = content.type === 'unknown' ? content.wireType : content.type;
  return type === 'text' || type === 'document' ? [] : [type];
}
