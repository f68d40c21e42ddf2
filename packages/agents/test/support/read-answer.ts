import type { Part } from '@google/genai';
import { assembleResponse } from '../../src/model/interactions/response/assemble-response.ts';
import { parsed } from './model-streams.ts';

/** What a stream of events makes: the partials in order, and the final response where the answer is whole. */
export function readAnswer(events: readonly Record<string, unknown>[]) {
  const assembly = assembleResponse();
  const partials = parsed(events).flatMap((event) => assembly.push(event));
  return { partials, final: assembly.isComplete ? assembly.finish() : undefined };
}

/** All texts of responses, in order. */
export function textsOf(responses: readonly { readonly content?: { readonly parts?: readonly Part[] } }[]) {
  return responses.flatMap(({ content }) => (content?.parts ?? []).flatMap(({ text }) => text ?? []));
}
