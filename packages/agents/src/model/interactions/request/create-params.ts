import { type CreateInteractionRequest, encodeStep, type ReceivedStep } from '@catenary/protocol';
import type { LlmRequest } from '../../../contract/llm-request.ts';
import type { InteractionsTarget } from '../../../contract/model.ts';
import { emptyRequest } from '../../empty-request.ts';
import { currentTurn } from './current-turn.ts';
import { toInstruction } from './to-instruction.ts';
import { toSettings } from './to-settings.ts';
import { toSteps } from './to-steps.ts';
import { toTools } from './to-tools.ts';

/** The body of a create call; `input` is already as the wire has it. */
export type CreateParams = Omit<CreateInteractionRequest, 'input'> & { readonly input: string | unknown[] };

/** What the body takes beside the request. */
export interface CreateParamsOptions {
  /** For a request that names no model itself. */
  readonly model: string;
  readonly target: Pick<InteractionsTarget, 'kind'>;
  readonly stream: boolean;
}

/**
 * The body for one request. Instructions, tools and settings are for one interaction only, so they are sent each time.
 * Throws `invalid_argument` for what cannot be sent, an empty input among it.
 */
export function toCreateParams(request: LlmRequest, options: CreateParamsOptions): CreateParams {
  const config = request.config ?? {};
  const steps = toSteps(currentTurn(request), request.replaySteps);
  if (steps.length === 0) {
    throw emptyRequest();
  }
  const tools = toTools(config);
  const instruction = toInstruction(config.systemInstruction);
  const hasFunctionTools = tools.some((tool) => tool.type === 'function');
  return {
    model: request.model ?? options.model,
    input: toInput(steps),
    ...(request.previousInteractionId === undefined
      ? {}
      : { previous_interaction_id: request.previousInteractionId }),
    ...(instruction === undefined ? {} : { system_instruction: instruction }),
    ...(tools.length === 0 ? {} : { tools }),
    ...toSettings(config, options.target, hasFunctionTools),
    ...(request.environmentId === undefined ? {} : { environment: request.environmentId }),
    ...(request.stateless === true ? { store: false } : {}),
    ...(options.stream ? { stream: true } : {}),
  };
}

/** One text of the user is sent as a string, which is what most turns are. */
function toInput(steps: readonly ReceivedStep[]): string | unknown[] {
  const [only, ...others] = steps;
  if (others.length === 0 && only?.type === 'user_input' && only.content?.length === 1) {
    const [content] = only.content;
    if (content?.type === 'text') {
      return content.text;
    }
  }
  return steps.map(encodeStep);
}
