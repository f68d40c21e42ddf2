import { ServerError } from '../../error.ts';
import type { Backend } from '../backend.ts';
import { answer } from './answer.ts';
import { createDocumentReader } from './sources/document-text.ts';
import { streamReply } from './stream-reply.ts';

export interface OfflineRulesOptions {
  /** The clock that "tomorrow" counts from, epoch milliseconds. Default: the system's. */
  readonly now?: () => number;
  /** Words in one piece of streamed text; a whole number, at least 1. Default: 3. */
  readonly chunkWords?: number;
}

/**
 * A backend without a model: rules that fill in tool calls, recall statements, quote searches and documents, and fit
 * answers to a schema, in English. It says what it is, and asks rather than guess an argument. The same request at the
 * same time gives the same events. It counts no tokens: `end` carries no usage, and `max_output_tokens` is held at four
 * characters a token; `stop_sequences` are not looked at. Throws `ServerError` `invalid_request` for a wrong option.
 */
export function createOfflineRules(options: OfflineRulesOptions = {}): Backend {
  const { now = Date.now, chunkWords = 3 } = options;
  if (!Number.isInteger(chunkWords) || chunkWords < 1) {
    throw new ServerError({
      code: 'invalid_request',
      message: `chunkWords is ${chunkWords}.`,
      hint: 'Give a whole number, at least 1.',
    });
  }
  const readDocument = createDocumentReader();
  return {
    name: 'offline-rules',
    async *generate(request, { signal }) {
      signal.throwIfAborted();
      const reply = await answer(request, {
        now: now(),
        readDocument: (document) => readDocument(document, signal),
      });
      yield* streamReply(reply, request, { signal, chunkWords });
    },
  };
}
