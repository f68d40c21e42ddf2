import type { LlmResponse } from '../../contract/llm-response.ts';
import { newestSeen, visibleHistory } from '../../processor/contents.ts';
import type { RequestDraft } from '../../processor/request-draft.ts';
import { rehydrateChain } from '../../recovery/rehydrate-chain.ts';
import { untilAborted } from '../abort.ts';
import type { ModelCall } from './model-call.ts';

/** The model's responses; those of the retry where the chain turns out to be lost. */
export async function* respond(call: ModelCall): AsyncGenerator<LlmResponse, void, undefined> {
  let isAnswered = false;
  try {
    for await (const response of send(call.draft)) {
      isAnswered = true;
      yield response;
    }
  } catch (error) {
    const { draft } = call;
    const rehydration = isAnswered
      ? undefined
      : rehydrateChain(error, draft.request, () => visibleHistory(draft));
    if (rehydration === undefined) {
      throw error;
    }
    const { head: _lost, ...rest } = draft;
    call.draft = { ...rest, request: rehydration.request, ...newestSeen(draft.context) };
    call.recovery = rehydration.note;
    yield* send(call.draft);
  }
}

function send({ context, model, request }: RequestDraft): AsyncGenerator<LlmResponse, void, undefined> {
  const { abortSignal, runConfig } = context;
  const responses = model.generateContentAsync(request, runConfig.streamingMode === 'sse', abortSignal);
  return untilAborted(responses, abortSignal);
}
