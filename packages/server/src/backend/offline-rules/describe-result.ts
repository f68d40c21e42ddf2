import type { PastCall } from './conversation.ts';
import { isObject } from './tool-profile.ts';
import { wordsOfName } from './words.ts';

/** Most entries of a list that are spelled out; the sentence says how many more there are. */
const LIST_LIMIT = 10;
/** Fields that are the answer itself, so that their name adds nothing. */
const WRAPPER = /^(?:result|results|output|answer|response|text|content|data|value)$/i;
const REMARK = /^(?:notes?|message|warning|warnings|info|hint|comment)$/i;

/** Says in plain sentences what a call returned: every field, values as they came; a failure is said to be one. */
export function describeResult(call: PastCall): string {
  const value = call.result?.value ?? '';
  const isFailure = call.result?.isError === true || (isObject(value) && typeof value.error === 'string');
  if (isFailure) {
    const reason = isObject(value) ? (value.error ?? value.message ?? value) : value;
    return sentence(`The call of ${call.name} failed: ${plain(reason)}`);
  }
  const inner = unwrap(value);
  if (!isObject(inner)) {
    const text = plain(inner);
    return text === '' ? `${call.name} returned nothing.` : sentence(text);
  }
  const given = Object.values(call.arguments)
    .filter((each) => typeof each !== 'object')
    .map(String);
  // What the call was asked with is said once, in front.
  const fields = Object.entries(inner).filter(([, field]) => !given.includes(String(field)));
  const facts = fields
    .filter(([name]) => !REMARK.test(name))
    .map(([name, field]) => `${label(name)} ${plain(field)}`);
  const remarks = fields.filter(([name]) => REMARK.test(name)).map(([, field]) => sentence(plain(field)));
  const lead = given.length === 0 ? '' : `For ${given.join(', ')}: `;
  const main = facts.length === 0 ? `${lead}${call.name} is done` : `${lead}${facts.join(', ')}`;
  return [sentence(main), ...remarks].join(' ');
}

/** The content of an object with a single field whose name says nothing, or of text contents. */
function unwrap(value: unknown): unknown {
  if (
    Array.isArray(value) &&
    value.length > 0 &&
    value.every((item) => isObject(item) && typeof item.text === 'string')
  ) {
    return value.map((item) => item.text).join('\n');
  }
  const entries = isObject(value) ? Object.entries(value) : [];
  const [only] = entries;
  return entries.length === 1 && only !== undefined && WRAPPER.test(only[0])
    ? unwrap(only[1])
    : parsed(value);
}

/** Tools often return JSON as text. */
function parsed(value: unknown): unknown {
  if (typeof value !== 'string' || !/^\s*[{[]/.test(value)) {
    return value;
  }
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}

function plain(value: unknown, depth = 0): string {
  if (depth > 4) {
    return JSON.stringify(value) ?? '';
  }
  if (Array.isArray(value)) {
    const shown = value.slice(0, LIST_LIMIT).map((item) => plain(item, depth + 1));
    return value.length === 0
      ? 'none'
      : [...shown, ...(value.length > LIST_LIMIT ? [`and ${value.length - LIST_LIMIT} more`] : [])].join(
          ', ',
        );
  }
  if (isObject(value)) {
    const fields = Object.entries(value).map(([name, field]) => `${label(name)} ${plain(field, depth + 1)}`);
    return depth === 0 ? fields.join(', ') : `(${fields.join(', ')})`;
  }
  return value === null || value === undefined
    ? 'unknown'
    : typeof value === 'boolean'
      ? value
        ? 'yes'
        : 'no'
      : String(value).trim();
}

const label = (name: string) => wordsOfName(name).join(' ');

function sentence(text: string): string {
  const whole = /[.!?”"]\)?$/.test(text) ? text : `${text}.`;
  return `${whole.charAt(0).toUpperCase()}${whole.slice(1)}`;
}
