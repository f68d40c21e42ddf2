import type { FunctionCall, Part } from '@google/genai';
import type { LlmRequest } from '../contract/llm-request.ts';
import type { LlmResponse } from '../contract/llm-response.ts';
import type { InteractionsTarget, Model } from '../contract/model.ts';
import { AgentsError } from '../error.ts';
import type { ScriptGate } from './script-gate.ts';

/** One entry of a turn: a response to yield, an error to throw, or a gate to wait at. */
export type ScriptedStep = LlmResponse | Error | ScriptGate;

/** What the model does when it is called: the steps in order, or a function of the call that gives them. */
export type ScriptedTurn =
  | ScriptedStep
  | readonly ScriptedStep[]
  | ((call: ScriptedCall) => ScriptedSteps | Promise<ScriptedSteps>);

type ScriptedSteps = ScriptedStep | readonly ScriptedStep[];

/** A request as the model got it. `contents` and `config` are copies of that moment. */
export interface ScriptedCall {
  readonly request: LlmRequest;
  readonly stream: boolean;
  readonly signal: AbortSignal | undefined;
}

/** What a `ScriptedModel` is made from. */
export interface ScriptedModelOptions {
  /** One entry a model call, in order. */
  readonly turns: readonly ScriptedTurn[];
  /** Default `scripted-model`. */
  readonly model?: string;
  /** Lets the model pose as one of the Interactions API: final responses get an id and a status. */
  readonly interactionsTarget?: InteractionsTarget;
  /** Default true. */
  readonly mixesBuiltInTools?: boolean;
}

/**
 * A model that says what a test wrote down. Partial responses are left out of calls without `stream`. A call beyond the
 * script throws `script_mismatch`, and so does {@link ScriptedModel.assertDone} while turns are left over.
 */
export class ScriptedModel implements Model {
  readonly model: string;
  readonly interactionsTarget: InteractionsTarget | undefined;
  readonly mixesBuiltInTools: boolean;
  /** The calls so far, oldest first. */
  readonly calls: ScriptedCall[] = [];
  /** How many calls are being answered at this moment; back at 0 once every caller has read to the end or left. */
  running = 0;
  readonly #turns: readonly ScriptedTurn[];

  constructor(options: ScriptedModelOptions) {
    this.model = options.model ?? 'scripted-model';
    this.interactionsTarget = options.interactionsTarget;
    this.mixesBuiltInTools = options.mixesBuiltInTools ?? true;
    this.#turns = options.turns;
  }

  /** The requests so far, oldest first. */
  get requests(): readonly LlmRequest[] {
    return this.calls.map((call) => call.request);
  }

  /** Throws `script_mismatch` when turns of the script were not asked for. */
  assertDone(): void {
    const left = this.#turns.length - this.calls.length;
    if (left > 0) {
      throw new AgentsError({
        code: 'script_mismatch',
        message: `${left} of ${this.#turns.length} scripted turns were not asked for.`,
        hint: 'The run ended earlier than the script says.',
      });
    }
  }

  async *generateContentAsync(
    request: LlmRequest,
    stream = false,
    abortSignal?: AbortSignal,
  ): AsyncGenerator<LlmResponse, void, undefined> {
    const call: ScriptedCall = { request: snapshot(request), stream, signal: abortSignal };
    const index = this.calls.push(call) - 1;
    const turn = this.#turns[index];
    if (turn === undefined) {
      throw new AgentsError({
        code: 'script_mismatch',
        message: `Call ${index + 1} of a script with ${this.#turns.length} turns; its last content: ${JSON.stringify(request.contents.at(-1))}.`,
        hint: 'Add a turn, or see why the model was called once more.',
      });
    }
    this.running += 1;
    try {
      const steps = typeof turn === 'function' ? await turn(call) : turn;
      for (const step of isList(steps) ? steps : [steps]) {
        abortSignal?.throwIfAborted();
        if (step instanceof Error) {
          throw step;
        }
        if ('wait' in step) {
          await step.wait(abortSignal);
        } else if (stream || step.partial !== true) {
          yield this.#dress(step, index, request);
        }
      }
    } finally {
      this.running -= 1;
    }
  }

  #dress(response: LlmResponse, index: number, request: LlmRequest): LlmResponse {
    if (this.interactionsTarget === undefined || request.stateless === true) {
      return response;
    }
    const id = { interactionId: response.interactionId ?? `interaction-${index + 1}` };
    if (response.partial === true || response.errorCode !== undefined) {
      return { ...response, ...id };
    }
    const calls = (response.content?.parts ?? []).some((part) => part.functionCall !== undefined);
    return { interactionStatus: calls ? 'requires_action' : 'completed', ...response, ...id };
  }
}

/** A final answer of one text. */
export function scriptText(text: string): LlmResponse {
  return { content: { role: 'model', parts: [{ text }] }, turnComplete: true };
}

/** A piece of an answer, as a stream delivers it. */
export function scriptPartial(text: string): LlmResponse {
  return { content: { role: 'model', parts: [{ text }] }, partial: true };
}

/** A final answer that calls tools, all in parallel. */
export function scriptCalls(...calls: readonly FunctionCall[]): LlmResponse {
  return {
    content: { role: 'model', parts: calls.map((functionCall): Part => ({ functionCall })) },
    turnComplete: true,
  };
}

function isList(steps: ScriptedSteps): steps is readonly ScriptedStep[] {
  return Array.isArray(steps);
}

/** Requests are edited in place by those who build the next one; what was asked must stay as it was. */
function snapshot(request: LlmRequest): LlmRequest {
  const { config } = request;
  return {
    ...request,
    contents: structuredClone(request.contents),
    ...(config === undefined ? {} : { config: { ...config } }),
  };
}
