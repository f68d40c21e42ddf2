import type { Candidate } from './candidate.ts';
import { dateFormOf } from './dates.ts';
import { enumOf, type Parameter, typeOf } from './tool-profile.ts';
import { PREPOSITION_ROLES } from './word-lists.ts';
import { stem, wordsOf } from './words.ts';

const rolesOf = new Map(
  Object.entries(PREPOSITION_ROLES).map(([preposition, roles]) => [
    preposition,
    new Set(roles.split(' ').map(stem)),
  ]),
);
const stemsOf = (text: string) => new Set(text.split(' ').map(stem));
const FREE_TEXT = stemsOf(
  'text title message body content query question prompt subject note summary phrase sentence expression request comment reason',
);
const THING = stemsOf('item product task service topic name title dish song channel file movie project');
const CODE = stemsOf(
  'id code number reference key order ticket sku issue version symbol account booking invoice subscription',
);

/** How well a stretch of text fits a parameter: 0 not at all, from 4 by its form or place, from 7 because it is named. */
export function matchScore(parameter: Parameter, candidate: Candidate, open: readonly Parameter[]): number {
  const type = typeOf(parameter.schema);
  const form = dateFormOf(parameter);
  if (form !== undefined) {
    return candidate.kind === 'date' && candidate.clues.includes(form) ? 8 : 0;
  }
  if (type === 'number' || type === 'integer') {
    return scoreNumber(parameter, candidate, open);
  }
  if (
    enumOf(parameter.schema).length > 0 ||
    (type !== 'string' && type !== 'array') ||
    isUnfit(candidate.value, parameter)
  ) {
    return 0;
  }
  return scoreText(
    parameter,
    candidate,
    open.filter((other) => typeOf(other.schema) === 'string' && dateFormOf(other) === undefined),
  );
}

function scoreNumber(parameter: Parameter, candidate: Candidate, open: readonly Parameter[]): number {
  if (
    (candidate.kind !== 'number' && candidate.kind !== 'keyed') ||
    !isNumberOf(candidate.value, parameter)
  ) {
    return 0;
  }
  if (candidate.clues.some((clue) => parameter.stems.includes(clue))) {
    return candidate.kind === 'keyed' ? 10 : 8;
  }
  if (candidate.kind === 'keyed') {
    return 0;
  }
  const isOnly = open.filter((other) => ['number', 'integer'].includes(typeOf(other.schema))).length === 1;
  return candidate.clues.some((clue) => parameter.hints.includes(clue)) ? 6 : isOnly ? 5 : 2;
}

function isNumberOf(value: string, parameter: Parameter): boolean {
  const number = Number(value);
  const { minimum, maximum } = parameter.schema;
  return (
    Number.isFinite(number) &&
    (typeOf(parameter.schema) === 'number' || Number.isInteger(number)) &&
    (typeof minimum !== 'number' || number >= minimum) &&
    (typeof maximum !== 'number' || number <= maximum)
  );
}

function scoreText(parameter: Parameter, candidate: Candidate, open: readonly Parameter[]): number {
  const isOnly = open.filter((other) => other.isRequired).length === 1 && parameter.isRequired;
  const has = (stems: ReadonlySet<string>) => parameter.stems.some((word) => stems.has(word));
  switch (candidate.kind) {
    case 'keyed':
      return candidate.clues.some((clue) => parameter.stems.includes(clue)) ? 10 : 0;
    case 'quoted':
      return has(FREE_TEXT) || has(THING) ? 9 : 7;
    case 'email':
      return wantsForm(parameter) === 'email'
        ? 9
        : has(stemsOf('to recipient address contact attendee'))
          ? 8
          : 0;
    case 'url':
      return wantsForm(parameter) === 'url' ? 9 : 0;
    case 'code':
      return has(CODE) ? (candidate.clues.some((clue) => parameter.stems.includes(clue)) ? 9 : 8) : 0;
    case 'phrase':
      return scorePhrase(parameter, candidate, isOnly);
    case 'name':
      return isOnly ? 5 : 3;
    case 'object':
      return (has(THING) || isOnly) && /^\S+$/.test(candidate.value) ? 4 : 1;
    case 'date':
    case 'number':
      return 0;
  }
}

function scorePhrase(parameter: Parameter, candidate: Candidate, isOnly: boolean): number {
  const preposition = candidate.clues[0] ?? '';
  const roles = rolesOf.get(preposition);
  if (parameter.stems.includes(preposition)) {
    return 7;
  }
  if (parameter.stems.some((word) => roles?.has(word))) {
    return 6.5;
  }
  return parameter.hints.some((word) => roles?.has(word))
    ? 6
    : isOnly && /\p{Lu}/u.test(candidate.value)
      ? 5
      : 2;
}

/** The special form that a text parameter wants. */
function wantsForm(parameter: Parameter): 'email' | 'url' | 'code' | undefined {
  const format = parameter.schema.format;
  if (format === 'email' || parameter.stems.some((word) => word === stem('email'))) {
    return 'email';
  }
  if (
    format === 'uri' ||
    format === 'url' ||
    parameter.stems.some((word) => ['url', 'uri', 'link'].includes(word))
  ) {
    return 'url';
  }
  return parameter.stems.includes('id') ? 'code' : undefined;
}

/** Whether a text cannot be the value, by the form or pattern that the parameter demands. */
export function isUnfit(value: string, parameter: Parameter): boolean {
  const form = wantsForm(parameter);
  const isWrongForm =
    (form === 'email' && !/^\S+@\S+$/.test(value)) ||
    (form === 'url' && !/^[a-z]+:\/\/\S+$/i.test(value)) ||
    (form === 'code' && /\s/.test(value)) ||
    dateFormOf(parameter) !== undefined;
  return isWrongForm || value.trim() === '';
}

/** The options of a parameter that a text mentions, in the text's order; two alike are told apart by from and to. */
export function optionsIn(text: string, parameter: Parameter, all: readonly Parameter[]): readonly string[] {
  const lower = ` ${wordsOf(text).join(' ')} `;
  const found = enumOf(parameter.schema)
    .map((option) => ({ option, at: lower.indexOf(` ${wordsOf(option.replace(/_/g, ' ')).join(' ')} `) }))
    .filter((each) => each.at >= 0)
    .sort((a, b) => a.at - b.at);
  const twins = all.filter((other) => enumOf(other.schema).join() === enumOf(parameter.schema).join());
  if (twins.length < 2) {
    return found.map((each) => each.option);
  }
  const led = found.filter((each) =>
    parameter.stems.includes(
      stem(
        lower
          .slice(0, each.at + 1)
          .trim()
          .split(' ')
          .at(-1) ?? '',
      ),
    ),
  );
  const chosen = led[0] ?? found[twins.indexOf(parameter)];
  return chosen === undefined ? [] : [chosen.option];
}

/** What a text says about a switch: true when it mentions it, false when it denies it, absent when it does neither. */
export function saysYes(text: string, parameter: Parameter): boolean | undefined {
  const words = wordsOf(text);
  const own = parameter.stems.filter(
    (word) => !['is', 'has', 'with', 'includ', 'enabl', 'us'].includes(word),
  );
  if (own.includes('on') && words.includes('off')) {
    return false;
  }
  const at = words.findIndex((word) => own.includes(stem(word)));
  if (at < 0) {
    return undefined;
  }
  const before = words.slice(Math.max(0, at - 3), at);
  const isOff = words
    .slice(at + 1, at + 3)
    .some((word) => word === 'off' || word === 'false' || word === 'no');
  return !isOff && !before.some((word) => /^(?:no|not|without|don't|off|disable|never|skip)$/.test(word));
}
