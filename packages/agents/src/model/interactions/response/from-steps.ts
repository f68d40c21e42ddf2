import type { ReceivedContent, ReceivedStep } from '@catenary/protocol';
import type { GroundingMetadata, Language, Outcome, Part } from '@google/genai';
import { createGrounding, type Grounding } from './grounding.ts';

/** What an answer's steps say, as parts, and what they cite. */
export interface SaidBySteps {
  readonly parts: Part[];
  readonly groundingMetadata: GroundingMetadata | undefined;
}

/**
 * The parts of an answer, in the order of its steps. Neighbouring texts of one step are one part; citations move with them.
 * Built-in calls and results have no part: they become grounding, and the raw steps keep them.
 */
export function fromSteps(
  steps: readonly ReceivedStep[],
  /** Ids of calls that keep no `args`, because what came for arguments cannot be read. */
  brokenCallIds: ReadonlySet<string> = new Set(),
): SaidBySteps {
  const parts: Part[] = [];
  const grounding = createGrounding();
  for (const step of steps) {
    if (step.type === 'model_output') {
      addOutput(parts, step.content ?? [], grounding);
    } else {
      grounding.addStep(step);
      parts.push(...fromStep(step, brokenCallIds));
    }
  }
  return { parts, groundingMetadata: grounding.metadata };
}

type OtherStep = Exclude<ReceivedStep, { type: 'model_output' }>;

function fromStep(step: OtherStep, brokenCallIds: ReadonlySet<string>): Part[] {
  switch (step.type) {
    case 'thought':
      return fromThought(step);
    case 'function_call': {
      const { id, name } = step;
      const args = step.arguments ?? (brokenCallIds.has(id) ? undefined : {});
      const functionCall = { id, name, ...(args === undefined ? {} : { args }) };
      return [{ functionCall, ...signatureOf(step) }];
    }
    case 'function_result': {
      const response = toResponse(step.result);
      const name = step.name == null ? {} : { name: step.name };
      return [{ functionResponse: { id: step.call_id, ...name, response }, ...signatureOf(step) }];
    }
    case 'code_execution_call': {
      const { code, language } = step.arguments ?? {};
      return [
        { executableCode: { id: step.id, code: code ?? '', ...toLanguage(language) }, ...signatureOf(step) },
      ];
    }
    case 'code_execution_result': {
      const output = toOutput(step.result);
      return [
        {
          codeExecutionResult: { id: step.call_id, ...toOutcome(step.is_error), output },
          ...signatureOf(step),
        },
      ];
    }
    default:
      return [];
  }
}

// The SDK's enums are strings of the words below; importing them would load the SDK.

/** The language of a piece of code; all but Python is unspecified, which is what the SDK can say. */
export function toLanguage(language: string | null | undefined): { readonly language: Language } {
  const word = language?.toLowerCase() === 'python' ? 'PYTHON' : 'LANGUAGE_UNSPECIFIED';
  return { language: word as Language };
}

/** How a piece of code ended. */
export function toOutcome(isError: boolean | null | undefined): { readonly outcome: Outcome } {
  return { outcome: (isError === true ? 'OUTCOME_FAILED' : 'OUTCOME_OK') as Outcome };
}

/** What code printed: text, or contents of which the text counts. */
export function toOutput(result: string | readonly ReceivedContent[] | null | undefined): string {
  return typeof result === 'string' ? result : textOf(result ?? []);
}

function fromThought(step: Extract<ReceivedStep, { type: 'thought' }>): Part[] {
  const text = textOf(step.summary ?? []);
  const signature = signatureOf(step);
  const isEmpty = text === '' && signature.thoughtSignature === undefined;
  return isEmpty ? [] : [{ thought: true, ...(text === '' ? {} : { text }), ...signature }];
}

function addOutput(parts: Part[], contents: readonly ReceivedContent[], grounding: Grounding): void {
  const start = parts.length;
  for (const content of contents) {
    if (content.type === 'text') {
      addText(parts, content, start, grounding);
    } else if (content.type !== 'unknown') {
      parts.push(...toMediaPart(content));
    }
  }
}

/** Texts join only within their step, which begins at part `start`. */
function addText(
  parts: Part[],
  content: Extract<ReceivedContent, { type: 'text' }>,
  start: number,
  grounding: Grounding,
): void {
  const last = parts.length > start ? parts.at(-1) : undefined;
  const textBefore = last?.text ?? '';
  if (last?.text !== undefined) {
    parts[parts.length - 1] = { ...last, text: textBefore + content.text };
  } else if (content.text !== '') {
    parts.push({ text: content.text });
  }
  grounding.addAnnotations(content, { partIndex: Math.max(0, parts.length - 1), textBefore });
}

/** Media as a part: its bytes, else its address, else nothing. */
export function toMediaPart(content: {
  readonly data?: string | null | undefined;
  readonly uri?: string | null | undefined;
  readonly mime_type?: string | null | undefined;
}): Part[] {
  const mimeType = content.mime_type == null ? {} : { mimeType: content.mime_type };
  if (content.data != null) {
    return [{ inlineData: { data: content.data, ...mimeType } }];
  }
  return content.uri == null ? [] : [{ fileData: { fileUri: content.uri, ...mimeType } }];
}

function toResponse(result: unknown): Record<string, unknown> {
  return typeof result === 'object' && result !== null && !Array.isArray(result) ? { ...result } : { result };
}

function textOf(contents: readonly ReceivedContent[]): string {
  return contents.map((content) => (content.type === 'text' ? content.text : '')).join('');
}

function signatureOf({ signature }: { readonly signature?: string | null | undefined }): {
  thoughtSignature?: string;
} {
  return signature ? { thoughtSignature: signature } : {};
}
