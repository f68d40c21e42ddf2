import { CODE_WORDS, FREE_TEXT_WORDS, PREPOSITION_ROLES, THING_WORDS } from '../language/word-lists.data.ts';
import { stem } from '../language/words.ts';
import type { Candidate } from './candidates.ts';
import { numberOr, type Parameter, typeOf } from './parameter.ts';

const stems = (words: ReadonlySet<string>) => new Set([...words].map(stem));
const CODE = stems(CODE_WORDS);
const THING = stems(new Set([...THING_WORDS, ...FREE_TEXT_WORDS]));
const ROLES = new Map(
  Object.entries(PREPOSITION_ROLES).map(([word, roles]) => [word, stems(new Set(roles.split(' ')))]),
);

/**
 * How well a stretch of text fits a parameter: 0 not at all, below 4 only for want of anything better, from 4 by its form
 * or place, from 7 because the text names it. `open` are the parameters that have no value yet.
 */
export function matchScore(parameter: Parameter, candidate: Candidate, open: readonly Parameter[]): number {
  const isKeyed =
    candidate.kind === 'keyed' && candidate.clues.some((clue) => parameter.stems.includes(clue));
  switch (parameter.need) {
    case 'date':
    case 'date-time':
    case 'time':
      return candidate.kind === 'date' && candidate.clues.includes(parameter.need) ? 8 : 0;
    case 'number':
      return scoreNumber(parameter, candidate, isKeyed, open);
    case 'email':
    case 'url':
      return candidate.kind === parameter.need ? 9 : 0;
    case 'text':
    case 'list':
      return isKeyed ? 10 : scoreText(parameter, candidate, open);
    case 'boolean':
    case 'option':
    case 'other':
      return 0;
  }
}

function scoreNumber(
  parameter: Parameter,
  { kind, value, clues }: Candidate,
  isKeyed: boolean,
  open: readonly Parameter[],
): number {
  const minimum = numberOr(parameter.schema.minimum, Number.NEGATIVE_INFINITY);
  const maximum = numberOr(parameter.schema.maximum, Number.POSITIVE_INFINITY);
  const number = Number(value);
  const isWhole = typeOf(parameter.schema) !== 'integer' || Number.isInteger(number);
  const isNumber = (kind === 'number' || isKeyed) && Number.isFinite(number) && isWhole;
  if (!isNumber || number < minimum || number > maximum) {
    return 0;
  }
  if (clues.some((clue) => parameter.stems.includes(clue))) {
    return isKeyed ? 10 : 8;
  }
  const isLast = open.filter((each) => each.need === 'number').length === 1;
  return clues.some((clue) => parameter.hints.includes(clue)) ? 6 : isLast ? 5 : 2;
}

function scoreText(parameter: Parameter, candidate: Candidate, open: readonly Parameter[]): number {
  const { stems: own, need } = parameter;
  const [clue = ''] = candidate.clues;
  const is = (words: ReadonlySet<string> | undefined) => own.some((word) => words?.has(word));
  const needsText = (each: Parameter) => each.isRequired && (each.need === 'text' || each.need === 'list');
  const isLast = needsText(parameter) && open.filter(needsText).length === 1;
  const scores: Partial<Record<Candidate['kind'], number>> = {
    quoted: is(THING) ? 9 : 7,
    code: is(CODE) ? (own.includes(clue) ? 9 : 8) : 0,
    email: is(ROLES.get('to')) ? 8 : 0,
    phrase: own.includes('id') ? 0 : scorePhrase(parameter, candidate, isLast),
    name: isLast && need === 'text' ? 5 : 3,
    object: (is(THING) || isLast) && /^\S+$/.test(candidate.value) ? 4 : 1,
  };
  return scores[candidate.kind] ?? 0;
}

function scorePhrase(parameter: Parameter, { value, clues }: Candidate, isLast: boolean): number {
  const [preposition = ''] = clues;
  const roles = ROLES.get(preposition);
  if (parameter.stems.includes(preposition)) {
    return 7;
  }
  if (parameter.stems.some((word) => roles?.has(word))) {
    return 6.5;
  }
  return parameter.hints.some((word) => roles?.has(word))
    ? 6
    : isLast && /[\p{Lu}\p{N}/_@-]/u.test(value)
      ? 5
      : 2;
}
