import type { ReceivedStep } from '@catenary/protocol';
import { ServerError } from '../error.ts';

/**
 * Checks that calls and results fit together over the whole conversation: each result answers an open call, and at the end no
 * call is open. Results may come in any order. Throws `ServerError` `invalid_request` that names the call ids.
 */
export function checkFunctionResults(history: readonly ReceivedStep[], input: readonly ReceivedStep[]): void {
  const open = new Set<string>();
  const seen = new Set<string>();
  const check = (step: ReceivedStep, position: number) => {
    if (step.type === 'function_call') {
      open.add(step.id);
      seen.add(step.id);
    } else if (step.type === 'function_result' && !open.delete(step.call_id)) {
      const path = `input[${position}].call_id`;
      throw seen.has(step.call_id)
        ? refusal(`The call "${step.call_id}" has a result already.`, 'Send each result once.', path)
        : refusal(
            `No function call has the id "${step.call_id}".`,
            'Use the id of a function_call step of this conversation.',
            path,
          );
    }
  };
  // What is stored was checked when it came, so only the input can be at fault, and only its positions are told.
  history.forEach(check);
  input.forEach(check);
  if (open.size > 0) {
    const ids = [...open].map((id) => `"${id}"`).join(', ');
    throw refusal(
      `Function calls without a result: ${ids}.`,
      'Send one function_result for each open call in the same request.',
      'input',
    );
  }
}

function refusal(message: string, hint: string, path: string): ServerError {
  return new ServerError({ code: 'invalid_request', message, hint, path });
}
