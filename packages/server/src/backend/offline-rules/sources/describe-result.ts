import { isObject } from '../arguments/parameter.ts';
import type { PastCall } from '../conversation.ts';
import { textOf } from '../language/text-of.ts';
import { wordsOfName } from '../language/words.ts';

/** Most entries of a list that are spelled out; the sentence says how many more there are. */
const LIST_LIMIT = 10;
/** Objects inside objects deeper than this are given as JSON. */
const DEPTH_LIMIT = 4;
/** Fields that are the answer itself, so that their name adds nothing. */
const WRAPPER = /^(?:results?|output|answer|response|text|content|data|value)$/i;
const REMARK = /^(?:notes?|message|warnings?|info|hint|comment)$/i;

/** Says in plain sentences what a call returned: every field, values as they came; a failure is said to be one. */
export function describeResult(call: PastCall): string {
  const value = unwrap(call.result?.value ?? '');
  const problem = isObject(value)
    ? (value.error ?? (call.result?.isError ? value.message : undefined))
    : undefined;
  if (call.result?.isError === true || typeof problem === 'string') {
    return sentence(`The call of ${call.name} failed: ${plain(problem ?? value)}`);
  }
  if (!isObject(value)) {
    const text = plain(value);
    return text === '' ? `${call.name} returned nothing.` : sentence(text);
  }
  const given = Object.values(call.arguments)
    .filter((each) => typeof each !== 'object')
    .map(String);
  // What the call was asked with is said once, in front.
  const fields = Object.entries(value).filter(([, field]) => !given.includes(textOf(field)));
  const facts = fields.filter(([name]) => !REMARK.test(name)).map(([name, field]) => named(name, field));
  const remarks = fields.filter(([name]) => REMARK.test(name)).map(([, field]) => sentence(plain(field)));
  const lead = given.length === 0 ? '' : `For ${given.join(', ')}: `;
  const main = facts.length > 0 ? facts.join(', ') : `${call.name} is done`;
  return [sentence(`${lead}${main}`), ...remarks].join(' ');
}

/** What is inside text contents, JSON in a text, or an object whose only field has a name that says nothing. */
function unwrap(value: unknown): unknown {
  if (
    Array.isArray(value) &&
    value.length > 0 &&
    value.every((item) => isObject(item) && typeof item.text === 'string')
  ) {
    return unwrap(value.map((item) => item.text).join('\n'));
  }
  if (typeof value === 'string' && /^\s*[{[]/.test(value)) {
    try {
      return unwrap(JSON.parse(value));
    } catch {
      return value;
    }
  }
  const [only, ...others] = isObject(value) ? Object.entries(value) : [];
  return only !== undefined && others.length === 0 && WRAPPER.test(only[0]) ? unwrap(only[1]) : value;
}

function plain(value: unknown, depth = 0): string {
  if (Array.isArray(value)) {
    const rest = value.length - LIST_LIMIT;
    const shown = value.slice(0, LIST_LIMIT).map((item) => plain(item, depth + 1));
    return value.length === 0 ? 'none' : [...shown, ...(rest > 0 ? [`and ${rest} more`] : [])].join(', ');
  }
  if (isObject(value)) {
    return depth > DEPTH_LIMIT
      ? JSON.stringify(value)
      : `(${Object.entries(value)
          .map(([name, field]) => named(name, field, depth + 1))
          .join(', ')})`;
  }
  const words = new Map<unknown, string>([
    [null, 'unknown'],
    [undefined, 'unknown'],
    [true, 'yes'],
    [false, 'no'],
  ]);
  return words.get(value) ?? String(value).trim();
}

const named = (name: string, field: unknown, depth = 0): string =>
  `${wordsOfName(name).join(' ')} ${plain(field, depth)}`;

function sentence(text: string): string {
  const whole = /[.!?”"]\)?$/.test(text) ? text : `${text}.`;
  return `${whole.charAt(0).toUpperCase()}${whole.slice(1)}`;
}
