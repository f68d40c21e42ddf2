import type { ReceivedStep, Step, Content as WireContent } from '@catenary/protocol';
import type { Content, FunctionResponse, FunctionResponsePart, Part } from '@google/genai';
import { AgentsError } from '../../../error.ts';
import { warnOnce } from '../../../logger.ts';
import { toMediaContent } from './to-media-content.ts';

/**
 * The steps that contents stand for, in order. Neighbouring text and media of one content share a step, so that a picture
 * and its caption stay together. A content with steps in `replaySteps` goes back to the wire as it came. Empty text, and
 * thoughts without a signature, say nothing to a model and make no step.
 * Throws `invalid_argument`, naming the part that cannot be sent.
 */
export function toSteps(
  contents: readonly Content[],
  replaySteps?: ReadonlyMap<Content, readonly ReceivedStep[]>,
): ReceivedStep[] {
  return contents.flatMap(
    (content, index) =>
      replaySteps?.get(content)?.map(toReplayStep) ?? contentToSteps(content, `contents[${index}]`),
  );
}

/** A call whose arguments came broken goes back without any: the wire has no call without arguments. */
function toReplayStep(step: ReceivedStep): ReceivedStep {
  return step.type === 'function_call' ? { ...step, arguments: step.arguments ?? {} } : step;
}

function contentToSteps(content: Content, path: string): Step[] {
  const steps: Step[] = [];
  const spoken = content.role === 'model' ? 'model_output' : 'user_input';
  for (const [index, part] of (content.parts ?? []).entries()) {
    const partPath = `${path}.parts[${index}]`;
    const said = toWireContent(part, partPath);
    if (said === undefined) {
      steps.push(...partToSteps(part, partPath));
    } else {
      addSaid(steps, spoken, said, part);
    }
  }
  return steps;
}

/** Adds to the step before where that is one of the same speaker; a signature makes a thought of its own in front. */
function addSaid(
  steps: Step[],
  type: 'user_input' | 'model_output',
  said: WireContent,
  { thoughtSignature }: Part,
): void {
  if (type === 'model_output' && thoughtSignature !== undefined) {
    steps.push({ type: 'thought', signature: thoughtSignature });
  }
  if (said.type === 'text' && said.text === '') {
    return;
  }
  const last = steps.at(-1);
  if (last?.type === type) {
    last.content = [...(last.content ?? []), said];
  } else {
    steps.push({ type, content: [said] });
  }
}

function toWireContent(part: Part, path: string): WireContent | undefined {
  if (part.thought === true) {
    return undefined;
  }
  return part.text === undefined ? toMediaContent(part, path) : { type: 'text', text: part.text };
}

function partToSteps(part: Part, path: string): Step[] {
  if (part.functionCall !== undefined) {
    const { id = '', name = '', args = {} } = part.functionCall;
    return [{ type: 'function_call', id, name, arguments: args, ...signatureOf(part) }];
  }
  if (part.functionResponse !== undefined) {
    return [toFunctionResult(part.functionResponse, path)];
  }
  if (part.thought === true) {
    // The text of a thought is a summary for people; a model takes back the signature alone.
    return part.thoughtSignature === undefined ? [] : [{ type: 'thought', ...signatureOf(part) }];
  }
  if (part.executableCode !== undefined) {
    const { id = '', code = '', language } = part.executableCode;
    const words = language === undefined ? {} : { language: language.toLowerCase() };
    return [{ type: 'code_execution_call', id, arguments: { code, ...words }, ...signatureOf(part) }];
  }
  if (part.codeExecutionResult !== undefined) {
    const { id = '', output = '', outcome } = part.codeExecutionResult;
    const isError = outcome !== undefined && String(outcome) !== 'OUTCOME_OK';
    return [
      {
        type: 'code_execution_result',
        call_id: id,
        result: output,
        ...(isError ? { is_error: true } : {}),
        ...signatureOf(part),
      },
    ];
  }
  if (part.thoughtSignature !== undefined) {
    return [{ type: 'thought', ...signatureOf(part) }];
  }
  throw new AgentsError({
    code: 'invalid_argument',
    message: `${path} cannot be sent over the Interactions API: it holds ${Object.keys(part).join(', ') || 'nothing'}.`,
    hint: 'Send text, media (inlineData or fileData), function calls and results, or code parts.',
  });
}

function toFunctionResult(result: FunctionResponse, path: string): Step {
  const { id, name = '', response = {}, parts = [], ...rest } = result;
  if (!id) {
    throw new AgentsError({
      code: 'invalid_argument',
      message: `${path}.functionResponse of "${name}" cannot be sent: it does not say which call it answers.`,
      hint: 'Give it the id of the function call.',
    });
  }
  for (const [field, value] of Object.entries(rest)) {
    if (value !== undefined) {
      warnOnce(
        `part:${field}`,
        `functionResponse.${field} is not sent: the Interactions API has no such field.`,
      );
    }
  }
  const media = parts.map((part, index) => toResultMedia(part, `${path}.functionResponse.parts[${index}]`));
  return {
    type: 'function_result',
    call_id: id,
    name,
    // The wire has an object or contents; beside media the object travels as the text it would be read as anyway.
    result: media.length === 0 ? response : [{ type: 'text', text: JSON.stringify(response) }, ...media],
    ...(Object.hasOwn(response, 'error') ? { is_error: true } : {}),
  };
}

function toResultMedia(part: FunctionResponsePart, path: string): WireContent {
  const content = toMediaContent(part, path);
  if (content === undefined) {
    throw new AgentsError({
      code: 'invalid_argument',
      message: `${path} cannot be sent: it holds no media.`,
      hint: 'Give it inlineData or fileData.',
    });
  }
  return content;
}

function signatureOf({ thoughtSignature }: Part): { signature?: string } {
  return thoughtSignature === undefined ? {} : { signature: thoughtSignature };
}
