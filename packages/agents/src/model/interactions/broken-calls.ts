import type { LlmResponse } from '../../contract/llm-response.ts';

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

/** The metadata that {@link brokenCallArguments} reads; `undefined` when no call is broken. */
export function toBrokenCallMetadata(
  broken: ReadonlyMap<string, string>,
): Record<string, unknown> | undefined {
  return broken.size === 0 ? undefined : { [KEY]: Object.fromEntries(broken) };
}
