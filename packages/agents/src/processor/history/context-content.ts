import type { Content, FunctionResponse, Part } from '@google/genai';
import type { Event } from '../../contract/event.ts';
import { TRANSFER_TOOL_NAME } from '../transfer/transfer-tool-name.ts';

/**
 * What another agent said and did, told as user-role context: to this agent's model it is no answer of its own, and
 * a server refuses calls and results that it does not know. Absent when there is nothing to tell.
 */
export function contextContent(event: Event): Content | undefined {
  const author = event.author ?? 'unknown';
  const parts = (event.content?.parts ?? []).flatMap((part) => contextParts(part, author));
  return parts.length === 0 ? undefined : { role: 'user', parts };
}

/** A result for a call that has been answered before, told as text: a second result for one call is refused. */
export function lateResultPart(response: FunctionResponse): Part {
  const id = response.id === undefined ? '' : ` (call ${response.id})`;
  return {
    text: `For context: a later result of \`${response.name ?? ''}\`${id}: ${toJson(response.response)}`,
  };
}

function contextParts(part: Part, author: string): Part[] {
  if (part.thought === true) {
    return [];
  }
  if (part.functionCall !== undefined) {
    const { name = '', args } = part.functionCall;
    return isHandOff(name)
      ? []
      : [{ text: `For context: [${author}] called \`${name}\` with ${toJson(args)}` }];
  }
  if (part.functionResponse !== undefined) {
    const { name = '', response } = part.functionResponse;
    return isHandOff(name)
      ? []
      : [{ text: `For context: [${author}] got from \`${name}\`: ${toJson(response)}` }];
  }
  if (part.text !== undefined) {
    return part.text === '' ? [] : [{ text: `For context: [${author}] said: ${part.text}` }];
  }
  if (part.executableCode !== undefined) {
    return [{ text: `For context: [${author}] ran code: ${part.executableCode.code ?? ''}` }];
  }
  if (part.codeExecutionResult !== undefined) {
    return [{ text: `For context: [${author}] got from code: ${part.codeExecutionResult.output ?? ''}` }];
  }
  const { thoughtSignature: _otherModels, ...rest } = part;
  return Object.keys(rest).length === 0 ? [] : [rest];
}

// Who handed over to whom is told by who speaks next.
function isHandOff(name: string): boolean {
  return name === TRANSFER_TOOL_NAME;
}

function toJson(value: unknown): string {
  return JSON.stringify(value ?? {});
}
