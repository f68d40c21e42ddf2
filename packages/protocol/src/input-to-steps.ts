import { ProtocolError } from './error.ts';
import type { Content, InteractionInput, Step } from './types.ts';

/**
 * The steps that an input stands for. A string, a content and a list of contents are one `user_input` step; steps are
 * themselves. Throws `invalid_request` for a list without entries.
 */
export function inputToSteps(input: InteractionInput): Step[] {
  if (typeof input === 'string') {
    return [{ type: 'user_input', content: [{ type: 'text', text: input }] }];
  }
  if (!Array.isArray(input)) {
    return [{ type: 'user_input', content: [input] }];
  }
  if (input.length === 0) {
    throw new ProtocolError({
      code: 'invalid_request',
      message: 'input is invalid: the list is empty.',
      path: 'input',
      hint: 'Send a text, at least one content, or at least one step.',
    });
  }
  return isContents(input) ? [{ type: 'user_input', content: input }] : input;
}

const CONTENT_TYPES: ReadonlySet<string> = new Set(['text', 'image', 'audio', 'document', 'video']);

function isContents(items: Content[] | Step[]): items is Content[] {
  return items.every((item) => CONTENT_TYPES.has(item.type));
}
