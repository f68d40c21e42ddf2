import type { FunctionCall } from '@google/genai';
import type { LlmResponse } from '../../contract/llm-response.ts';
import { isClientFunctionCallId } from '../../event/call-id.ts';

const KEY = 'catenary:brokenCalls';

/**
 * The calls of a final response whose arguments are not a JSON object: what came in their place, by call id. Such a call has
 * no `args` and must not be run, least of all with `{}`: its result is an error that tells the model. It stands in
 * `customMetadata['catenary:brokenCalls']`, so it stays with the stored event.
 */
export function brokenCallArguments(response: LlmResponse): ReadonlyMap<string, string> {
  const raw = response.customMetadata?.[KEY];
  const entries = typeof raw === 'object' && raw !== null ? Object.entries(raw) : [];
  return new Map(entries.map(([callId, text]) => [callId, String(text)]));
}

/** What came in place of a call's arguments; `undefined` for a call that can be run. */
export function brokenArgumentsOf(call: FunctionCall, answer: LlmResponse): string | undefined {
  if (call.args !== undefined) {
    return undefined;
  }
  const broken = brokenCallArguments(answer);
  const { id = '' } = call;
  // A call that came without an id was noted before it got one of ours.
  return broken.get(id) ?? (isClientFunctionCallId(id) ? broken.get('') : undefined);
}

/** The metadata that {@link brokenCallArguments} reads; `undefined` when no call is broken. */
export function toBrokenCallMetadata(
  broken: ReadonlyMap<string, string>,
): Record<string, unknown> | undefined {
  return broken.size === 0 ? undefined : { [KEY]: Object.fromEntries(broken) };
}
