import { stem, wordsOf } from '../language/words.ts';
import { type Candidate, candidatesIn } from './candidates.ts';
import { datesIn } from './dates.ts';
import { matchScore } from './match-score.ts';
import { optionsOf, type Parameter } from './parameter.ts';

/** What joins values in a text. */
const JOINT = /\s*,\s*(?:and\s+)?|\s+and\s+/;

/** What a text says about one parameter; several values where it joins them, as in "A and B". */
export interface Filled {
  readonly values: readonly unknown[];
  /** Named by the text; fitting by its form or place; or taken for want of anything better. */
  readonly grade: 'explicit' | 'pattern' | 'guess';
}

export interface FillOptions {
  /** The clock that relative dates count from, epoch milliseconds. */
  readonly now: number;
  /** Stems that name the tool and so are no values. */
  readonly topic: ReadonlySet<string>;
}

/** Finds values for parameters in one clause. Each stretch of text serves one parameter, the best match first. */
export async function fillArguments(
  text: string,
  parameters: readonly Parameter[],
  { now, topic }: FillOptions,
): Promise<ReadonlyMap<string, Filled>> {
  const filled = new Map<string, Filled>();
  const taken: Candidate[] = [];
  const open = () => parameters.filter((parameter) => !filled.has(parameter.name));
  for (const parameter of parameters) {
    const values =
      parameter.need === 'option' ? optionIn(text, parameter, parameters) : switchIn(text, parameter);
    if (values.length > 0) {
      filled.set(parameter.name, { values, grade: 'explicit' });
    }
  }
  const candidates = [
    ...candidatesIn(text, topic),
    ...(open().some(takesDate) ? await datesIn(text, now) : []),
  ];
  const pairs = open().flatMap((parameter) => candidates.map((candidate) => ({ parameter, candidate })));
  const ranked = pairs
    .map((pair) => ({ ...pair, score: matchScore(pair.parameter, pair.candidate, open()) }))
    .filter((pair) => pair.score > 0)
    .sort((a, b) => b.score - a.score);
  for (const { parameter, candidate } of ranked) {
    const isFree = !taken.some((other) => candidate.start < other.end && other.start < candidate.end);
    if (isFree && !filled.has(parameter.name)) {
      // Scored anew, for the last value left fits the last parameter left.
      const score = matchScore(parameter, candidate, open());
      filled.set(parameter.name, { values: valuesOf(candidate, parameter), grade: gradeOf(score) });
      taken.push(candidate);
    }
  }
  return filled;
}

const takesDate = ({ need }: Parameter) => need === 'date' || need === 'date-time' || need === 'time';
const gradeOf = (score: number) => (score >= 7 ? 'explicit' : score >= 4 ? 'pattern' : 'guess');

/** What a short reply says about the one parameter that was asked for; absent when it does not fit. */
export async function fillFromReply(
  reply: string,
  parameter: Parameter,
  options: FillOptions,
): Promise<Filled | undefined> {
  const filled = (await fillArguments(reply, [parameter], options)).get(parameter.name);
  if (
    (parameter.need !== 'text' && parameter.need !== 'list') ||
    (filled !== undefined && filled.grade !== 'guess')
  ) {
    return filled;
  }
  const lead = /^(?:it['’]?s|it is|that['’]?s|i mean|i meant|make it|use|take|for|in|at|to|from|the|an?)\s+/i;
  const value = reply
    .trim()
    .replace(lead, '')
    .replace(/[.!]+$/, '');
  return { values: parameter.need === 'list' ? [value.split(JOINT)] : [value], grade: 'explicit' };
}

/** The options that a text mentions, in its order. Parameters with the same options are told apart by the word before. */
function optionIn(text: string, parameter: Parameter, all: readonly Parameter[]): readonly string[] {
  const options = optionsOf(parameter.schema);
  const words = ` ${wordsOf(text).join(' ')} `;
  const found = options
    .map((option) => ({ option, start: words.indexOf(` ${wordsOf(option.replace(/_/g, ' ')).join(' ')} `) }))
    .filter((each) => each.start >= 0)
    .sort((a, b) => a.start - b.start);
  const twins = all.filter((other) => optionsOf(other.schema).join() === options.join());
  const wordBefore = (start: number) => stem(words.slice(0, start).split(' ').at(-1) ?? '');
  const own =
    found.find((each) => parameter.stems.includes(wordBefore(each.start))) ?? found[twins.indexOf(parameter)];
  return (twins.length < 2 ? found : own === undefined ? [] : [own]).map((each) => each.option);
}

/** What a text says about a switch: true when it mentions it, false when it denies it, nothing when it does neither. */
function switchIn(text: string, { need, stems }: Parameter): readonly boolean[] {
  const words = wordsOf(text);
  const own = stems.filter((word) => !['is', 'has', 'with', 'includ', 'us'].includes(word));
  const place = words.findIndex((word) => own.includes(stem(word)) || (word === 'off' && own.includes('on')));
  if (need !== 'boolean' || place < 0) {
    return [];
  }
  const before = words.slice(Math.max(0, place - 3), place);
  const isOff = words.slice(place, place + 3).some((word) => word === 'off' || word === 'false');
  return [!isOff && !before.some((word) => /^(?:no|not|without|don't|disable|never|skip)$/.test(word))];
}

/** The values of a candidate: its parts where names or single words are joined, else the whole. */
function valuesOf({ kind, value }: Candidate, { need }: Parameter): readonly unknown[] {
  if (need === 'number') {
    return [Number(value)];
  }
  const mayJoin = need === 'list' || kind === 'phrase' || kind === 'object' || kind === 'keyed';
  const parts = mayJoin ? value.split(JOINT).filter((part) => part !== '') : [value];
  const isJoined = need === 'list' || parts.every((part) => /^(?:\p{Lu}\S*(?: \p{Lu}\S*)*|\S+)$/u.test(part));
  const values = (isJoined ? parts : [value]).map((part) =>
    part.replace(/^(?:the|an?)\s+/i, '').replace(/['’]s$/, ''),
  );
  return need === 'list' ? [values] : values;
}
