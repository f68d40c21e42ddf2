import type { ReceivedContent, ReceivedDelta, ReceivedStep, ReceivedStreamEvent } from '@catenary/protocol';
import type { GroundingMetadata, Part } from '@google/genai';
import type { LlmResponse } from '../../../contract/llm-response.ts';
import { spokenText } from '../../../event/spoken-text.ts';
import { toLanguage, toMediaPart, toOutcome, toOutput } from './from-steps.ts';
import { toGroundingChunk } from './grounding-chunks.ts';

/** Turns stream events into the partial responses that a reader sees while the answer comes. */
export interface PartialResponses {
  /** The partials of one event, most often none or one. Each holds only what is new. */
  from(event: ReceivedStreamEvent): LlmResponse[];
  /** What is left to show of an answer's text when it comes as a whole after its stream broke. */
  rest(text: string): LlmResponse[];
}

/** Starts with nothing shown. */
export function createPartialResponses(): PartialResponses {
  let interactionId: string | undefined;
  let environmentId: string | undefined;
  let shownText = '';
  const calls = new Map<number, { readonly id: string; readonly name: string }>();

  const partial = (response: LlmResponse): LlmResponse => ({
    ...response,
    partial: true,
    ...(interactionId === undefined ? {} : { interactionId }),
    ...(environmentId === undefined ? {} : { environmentId }),
  });

  const say = (parts: Part[]): LlmResponse[] => {
    shownText += spokenText({ parts });
    return parts.length === 0 ? [] : [partial({ content: { role: 'model', parts } })];
  };

  const fromStart = (index: number, step: ReceivedStep): LlmResponse[] => {
    switch (step.type) {
      case 'function_call': {
        const call = { id: step.id, name: step.name };
        calls.set(index, call);
        return say([{ functionCall: call }]);
      }
      case 'model_output':
        return say((step.content ?? []).flatMap(fromContent));
      case 'thought':
        return say((step.summary ?? []).flatMap(fromContent).map(asThought));
      default:
        return [];
    }
  };

  const fromDelta = (index: number, delta: ReceivedDelta): LlmResponse[] => {
    if (delta.type === 'arguments_delta') {
      const call = calls.get(index);
      const partialArgs = [{ jsonPath: '$', stringValue: delta.arguments ?? '', willContinue: true }];
      return call === undefined || !delta.arguments ? [] : say([{ functionCall: { ...call, partialArgs } }]);
    }
    const groundingMetadata = groundingOf(delta);
    return groundingMetadata === undefined ? say(partsOf(delta)) : [partial({ groundingMetadata })];
  };

  return {
    from: (event) => {
      switch (event.event_type) {
        case 'interaction.created':
        case 'interaction.completed':
          interactionId = event.interaction.id || interactionId;
          environmentId = event.interaction.environment_id || environmentId;
          return [];
        case 'interaction.status_update':
          interactionId = event.interaction_id || interactionId;
          return [];
        case 'step.start':
          return fromStart(event.index, event.step);
        case 'step.delta':
          return fromDelta(event.index, event.delta);
        default:
          return [];
      }
    },
    rest: (text) =>
      say(text.startsWith(shownText) && text !== shownText ? [{ text: text.slice(shownText.length) }] : []),
  };
}

function partsOf(delta: ReceivedDelta): Part[] {
  switch (delta.type) {
    case 'text':
      return delta.text ? [{ text: delta.text }] : [];
    case 'thought_summary':
      return delta.content == null ? [] : fromContent(delta.content).map(asThought);
    case 'image':
    case 'audio':
    case 'video':
    case 'document':
      return toMediaPart(delta);
    case 'code_execution_call': {
      const { code, language } = delta.arguments ?? {};
      return code ? [{ executableCode: { code, ...toLanguage(language) } }] : [];
    }
    case 'code_execution_result':
      return [{ codeExecutionResult: { output: toOutput(delta.result), ...toOutcome(delta.is_error) } }];
    default:
      return [];
  }
}

function groundingOf(delta: ReceivedDelta): GroundingMetadata | undefined {
  if (delta.type === 'google_search_call') {
    const queries = delta.arguments?.queries ?? [];
    return queries.length === 0 ? undefined : { webSearchQueries: queries };
  }
  if (delta.type === 'text_annotation_delta') {
    const chunks = (delta.annotations ?? []).flatMap((annotation) => toGroundingChunk(annotation) ?? []);
    return chunks.length === 0 ? undefined : { groundingChunks: chunks };
  }
  return undefined;
}

function fromContent(content: ReceivedContent): Part[] {
  if (content.type === 'text') {
    return content.text === '' ? [] : [{ text: content.text }];
  }
  return content.type === 'unknown' ? [] : toMediaPart(content);
}

function asThought(part: Part): Part {
  return { ...part, thought: true };
}
