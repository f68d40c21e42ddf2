import { parseCreateInteractionRequest } from '@catenary/protocol';
import { expect } from 'vitest';
import type { LlmRequest } from '../../src/contract/llm-request.ts';
import { toCreateParams } from '../../src/model/interactions/request/create-params.ts';

/**
 * The body for a request. Whatever we send, the strict reader of the protocol must take, and nothing may be lost between the
 * two.
 */
export function paramsOf(request: Partial<LlmRequest>, kind: 'google' | 'catenary' | 'other' = 'google') {
  const params = toCreateParams(
    { contents: [{ role: 'user', parts: [{ text: 'hello' }] }], toolsDict: {}, ...request },
    { model: 'gemini-2.5-flash', target: { kind }, stream: false },
  );
  expect(parseCreateInteractionRequest(JSON.parse(JSON.stringify(params)))).toEqual(params);
  return params;
}
