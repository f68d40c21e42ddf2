import type { Content, Part } from '@google/genai';
import type { LlmRequest } from '../../src/contract/llm-request.ts';
import type { LlmResponse } from '../../src/contract/llm-response.ts';
import type { InteractionsTarget, Model } from '../../src/contract/model.ts';
import { AgentsError } from '../../src/error.ts';

/** What the server holds of one interaction: everything said on its chain, oldest first. */
type History = readonly Content[];

export interface ChainModelOptions {
  /** Answers a request, with all that the server knows at that moment. */
  readonly reply: (known: History, request: LlmRequest) => LlmResponse | Error;
  readonly target?: Partial<InteractionsTarget>;
}

/**
 * A model that keeps conversations as a strict server does: it throws a plain `Error`, which no code under test swallows,
 * on empty input, on a call that is left unanswered, and on a result that nobody asked for.
 */
export class ChainModel implements Model {
  readonly model = 'chain-model';
  readonly mixesBuiltInTools = true;
  readonly interactionsTarget: InteractionsTarget;
  readonly requests: LlmRequest[] = [];
  readonly interactions = new Map<string, History>();
  readonly #reply: ChainModelOptions['reply'];

  constructor({ reply, target }: ChainModelOptions) {
    this.#reply = reply;
    this.interactionsTarget = { id: 'target', kind: 'catenary', ...target };
  }

  async *generateContentAsync(request: LlmRequest): AsyncGenerator<LlmResponse, void, undefined> {
    this.requests.push({ ...request, contents: structuredClone(request.contents) });
    const { previousInteractionId } = request;
    const before = previousInteractionId === undefined ? [] : this.interactions.get(previousInteractionId);
    if (before === undefined) {
      throw new AgentsError({ code: 'chain_lost', message: `${previousInteractionId} is gone.` });
    }
    const known = [...before, ...structuredClone(request.contents)];
    check(request.contents, known);
    const response = this.#reply(known, request);
    if (response instanceof Error) {
      throw response;
    }
    const id = `interaction-${this.requests.length}`;
    const { errorCode, content } = response;
    const calls = content?.parts?.some(({ functionCall }) => functionCall !== undefined) === true;
    if (errorCode === undefined && content !== undefined && request.stateless !== true) {
      this.interactions.set(id, [...known, structuredClone(content)]);
    }
    yield {
      ...response,
      ...(request.stateless === true ? {} : { interactionId: id }),
      ...(errorCode === undefined ? { interactionStatus: calls ? 'requires_action' : 'completed' } : {}),
    };
  }
}

/** All that was said in a history, in order, without the frame that other agents' words stand in. */
export function textsOf(history: History): string[] {
  return history
    .flatMap(({ parts }) => (parts ?? []).flatMap(({ text }) => text ?? []))
    .filter((text) => !/^For context: \[[^\]]*\] (?:called|got from)/.test(text))
    .map((text) => text.replace(/^For context: \[[^\]]*\] said: /, ''));
}

function check(input: History, known: History): void {
  if (input.every(({ parts }) => (parts ?? []).length === 0)) {
    throw new Error('The input is empty.');
  }
  let open: string[] = [];
  for (const { parts = [] } of known) {
    const results = ids(parts, ({ functionResponse }) => functionResponse?.id);
    if (results.some((id) => !open.includes(id))) {
      throw new Error(`A result that nobody asked for: ${results}, open are: ${open}.`);
    }
    if (open.some((id) => !results.includes(id))) {
      throw new Error(`Calls that were left unanswered: ${open}, results: ${results}.`);
    }
    open = ids(parts, ({ functionCall }) => functionCall?.id);
  }
  if (open.length > 0) {
    throw new Error(`Calls that were left unanswered at the end: ${open}.`);
  }
}

function ids(parts: readonly Part[], pick: (part: Part) => string | undefined): string[] {
  return parts.flatMap((part) => pick(part) ?? []);
}
