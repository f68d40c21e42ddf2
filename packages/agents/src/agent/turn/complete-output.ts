import type { Event } from '../../contract/event.ts';
import { spokenText } from '../../event/spoken-text.ts';
import { unansweredCalls } from '../../processor/history/open-calls.ts';
import { validate } from '../../schema/validate.ts';
import type { TurnAgent } from './turn-agent.ts';

/**
 * Puts the text of an agent's last word into the state under `outputKey`: as text, or, where the agent has an output
 * schema, as the value that the schema made of it. Returns what is wrong when the text does not fit; the state then
 * stays as it was.
 */
export async function completeOutput(agent: TurnAgent, event: Event): Promise<string | undefined> {
  const { outputKey, outputSchema } = agent;
  if (event.errorCode !== undefined || event.content === undefined || unansweredCalls(event).length > 0) {
    return undefined;
  }
  const text = spokenText(event.content);
  if (outputSchema === undefined) {
    if (outputKey !== undefined && text !== '') {
      event.actions.stateDelta[outputKey] = text;
    }
    return undefined;
  }
  const problem = (reason: string) =>
    `The answer of "${agent.name}" does not fit its output schema: ${reason}`;
  const parsed = parseJson(text);
  if (parsed === undefined) {
    return problem(`it is not JSON: ${text}`);
  }
  const checked = await validate(outputSchema, parsed.value);
  if (!checked.isValid) {
    return problem(checked.problem);
  }
  if (outputKey !== undefined) {
    event.actions.stateDelta[outputKey] = checked.value;
  }
  return undefined;
}

function parseJson(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}
