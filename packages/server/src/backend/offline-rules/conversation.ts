import type { DocumentContent, JsonObject, ReceivedContent, ReceivedStep } from '@catenary/protocol';
import type { SearchHit } from '../../tool/search/search-provider.ts';
import type { BackendRequest } from '../backend.ts';

/** What came back from one call. */
export interface CallResult {
  readonly value: unknown;
  readonly isError: boolean;
}

export interface PastCall {
  readonly id: string;
  readonly name: string;
  readonly arguments: JsonObject;
  readonly result?: CallResult;
}

/** One message of the user and everything up to the next one. */
export interface Turn {
  readonly userText: string;
  readonly documents: readonly DocumentContent[];
  /** Types of attached content that has no text to read: image, audio, video. */
  readonly unreadable: readonly string[];
  readonly calls: readonly PastCall[];
  readonly answerText: string;
  /** What the built-in search found in this turn; absent before it was asked. */
  readonly hits?: readonly SearchHit[];
}

type DraftTurn = { -readonly [K in keyof Turn]: Turn[K] };

const emptyTurn = (): DraftTurn => ({
  userText: '',
  documents: [],
  unreadable: [],
  calls: [],
  answerText: '',
});

/** Reads the chain as turns, oldest first; the last one is to be answered. Never empty. */
export function turnsOf(request: BackendRequest): readonly [...Turn[], Turn] {
  const past: Turn[] = [];
  let turn = emptyTurn();
  for (const step of request.steps) {
    if (step.type === 'user_input' && isAnswered(turn)) {
      past.push(turn);
      turn = emptyTurn();
    }
    readStep(step, turn, request.searchHits);
  }
  return [...past, turn];
}

const isAnswered = (turn: Turn) => turn.answerText !== '' || turn.calls.length > 0 || turn.hits !== undefined;

function readStep(step: ReceivedStep, turn: DraftTurn, hits: BackendRequest['searchHits']): void {
  if (step.type === 'user_input') {
    const contents = step.content ?? [];
    turn.userText = [turn.userText, ...texts(contents)].filter((text) => text.trim() !== '').join('\n');
    turn.documents = [...turn.documents, ...contents.flatMap(documentIn)];
    turn.unreadable = [...turn.unreadable, ...contents.flatMap(unreadableIn)];
  } else if (step.type === 'model_output') {
    turn.answerText += texts(step.content ?? []).join('');
  } else if (step.type === 'function_call') {
    turn.calls = [...turn.calls, { id: step.id, name: step.name, arguments: step.arguments ?? {} }];
  } else if (step.type === 'function_result') {
    const result = { value: step.result ?? '', isError: step.is_error === true };
    // A result without its call still has something to say: its name stands for the call.
    const isKnown = turn.calls.some((call) => call.id === step.call_id);
    const orphan = isKnown ? [] : [{ id: step.call_id, name: step.name ?? 'tool', arguments: {}, result }];
    turn.calls = [
      ...turn.calls.map((call) => (call.id === step.call_id ? { ...call, result } : call)),
      ...orphan,
    ];
  } else if (step.type === 'google_search_call') {
    turn.hits = [...(turn.hits ?? []), ...(hits.get(step.id) ?? [])];
  }
}

/** The texts among contents. */
export function texts(contents: readonly ReceivedContent[]): readonly string[] {
  return contents.flatMap((content) => (content.type === 'text' ? [content.text] : []));
}

function documentIn(content: ReceivedContent): DocumentContent[] {
  if (content.type !== 'document') {
    return [];
  }
  return [
    {
      type: 'document',
      ...(typeof content.data === 'string' && { data: content.data }),
      ...(typeof content.uri === 'string' && { uri: content.uri }),
      ...(typeof content.mime_type === 'string' && { mime_type: content.mime_type }),
    },
  ];
}

function unreadableIn(content: ReceivedContent): string[] {
  return content.type === 'text' || content.type === 'document'
    ? []
    : [content.type === 'unknown' ? content.wireType : content.type];
}
