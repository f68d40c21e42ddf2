import type { FoldProblem, ReceivedInteraction, ReceivedStep } from '@catenary/protocol';
import type { FinishReason } from '@google/genai';
import type { LlmResponse } from '../../../contract/llm-response.ts';
import { toBrokenCallMetadata } from '../broken-calls.ts';
import { fromSteps } from './from-steps.ts';
import { fromUsage } from './from-usage.ts';

/**
 * The one final response that a finished interaction stands for, however it came: whole, or folded from a stream, with the
 * problems of the fold. One that failed, was cancelled or is not finished is an error without content, since half an answer
 * is none; its steps are kept.
 */
export function fromInteraction(
  interaction: ReceivedInteraction,
  problems: readonly FoldProblem[] = [],
): LlmResponse {
  const { id, status, environment_id: environmentId, model, usage } = interaction;
  // A resource that is asked for later also holds what the user said.
  const steps = (interaction.steps ?? []).filter((step) => step.type !== 'user_input');
  const broken = brokenCalls(problems);
  const { parts, groundingMetadata } = fromSteps(steps, new Set(broken.keys()));
  const customMetadata = toBrokenCallMetadata(broken);
  const fault = faultOf(interaction, steps);
  return {
    ...(parts.length === 0 || fault !== undefined ? {} : { content: { role: 'model', parts } }),
    partial: false,
    turnComplete: true,
    interactionStatus: status,
    steps,
    ...(id ? { interactionId: id } : {}),
    ...(environmentId ? { environmentId } : {}),
    ...(model == null ? {} : { modelVersion: model }),
    ...(usage == null ? {} : { usageMetadata: fromUsage(usage) }),
    ...(groundingMetadata === undefined ? {} : { groundingMetadata }),
    ...(customMetadata === undefined ? {} : { customMetadata }),
    ...(fault ?? { finishReason: finishReasonOf(status) }),
  };
}

function brokenCalls(problems: readonly FoldProblem[]): ReadonlyMap<string, string> {
  return new Map(
    problems.flatMap(({ code, callId, raw }): [string, string][] =>
      code === 'broken_arguments' && callId !== undefined ? [[callId, String(raw)]] : [],
    ),
  );
}

const FINISH_REASONS: Readonly<Record<string, string>> = {
  completed: 'STOP',
  requires_action: 'STOP',
  incomplete: 'MAX_TOKENS',
};

function finishReasonOf(status: string): FinishReason {
  // The SDK's enum has these words; importing it would load the SDK.
  return (FINISH_REASONS[status] ?? 'OTHER') as FinishReason;
}

type Fault = Pick<LlmResponse, 'errorCode' | 'errorMessage' | 'interrupted'>;

function faultOf(interaction: ReceivedInteraction, steps: readonly ReceivedStep[]): Fault | undefined {
  switch (interaction.status) {
    case 'failed':
      return failureOf(interaction, steps);
    case 'cancelled':
      return { errorCode: 'cancelled', errorMessage: 'The interaction was cancelled.', interrupted: true };
    case 'requires_continuation':
      return {
        errorCode: 'requires_continuation',
        errorMessage:
          'The server stopped before the answer was whole and asks to be continued, which is not supported.',
      };
    case 'queued':
    case 'in_progress':
      return {
        errorCode: 'unfinished',
        errorMessage: `The server answered while the interaction was ${interaction.status}.`,
      };
    default:
      return undefined;
  }
}

/** What the interaction says of its failure, else what a step says of its own. */
function failureOf({ errors }: ReceivedInteraction, steps: readonly ReceivedStep[]): Fault {
  const [error] = errors ?? [];
  const stepError = steps
    .map((step) => (step.type === 'model_output' ? step.error : undefined))
    .find((found) => found != null);
  return {
    errorCode: error?.code || 'UNKNOWN_ERROR',
    errorMessage:
      error?.message || stepError?.message || 'The interaction failed, and the server does not say why.',
  };
}
