import { PREPOSITION_ROLES, READ_VERBS, STOP_WORDS } from '../language/word-lists.data.ts';
import { stem, wordsOf } from '../language/words.ts';

/** A stretch of a text that may be the value of a parameter. */
export interface Candidate {
  readonly kind:
    | 'keyed'
    | 'quoted'
    | 'email'
    | 'url'
    | 'date'
    | 'code'
    | 'number'
    | 'phrase'
    | 'name'
    | 'object';
  readonly value: string;
  readonly start: number;
  readonly end: number;
  /** Stems that say what the value is: its key, the words around a number, the preposition before a phrase. */
  readonly clues: readonly string[];
}

const PREPOSITIONS = Object.keys(PREPOSITION_ROLES).join('|');
const NUMBER_WORDS = 'zero one two three four five six seven eight nine ten eleven twelve'.split(' ');
const NUMBER = new RegExp(
  `(?<![\\p{L}\\p{N}.,-])[$€£]?(-?\\d[\\d,]*(?:\\.\\d+)?|(?:${NUMBER_WORDS.join('|')})(?!\\p{L}))(?![\\p{N}]|\\p{L}{3})`,
  'giu',
);
const CODE =
  /(?:(?<!\p{L})(\p{L}+) )?(?<![\p{L}\p{N}_/-])#?((?=[\p{L}\p{N}_/-]*\d)[\p{L}\p{N}]+(?:[-_/][\p{L}\p{N}]+)*)(?![\p{L}\p{N}])/gu;
/** Where a phrase ends: at the next preposition or verb, at a word of time, at a mark. */
const PHRASE_END = new RegExp(
  `[,.!?;:]?\\s+(?:${PREPOSITIONS}|right now|now|currently|today|tonight|tomorrow|yesterday|this|next|again|instead|please|too|as well|off|is|are|was|like|looks?)\\b.*$|[.!?;]+$`,
  'isu',
);
const PHRASE = new RegExp(`(?<![\\p{L}\\p{N}])(${PREPOSITIONS})\\s+`, 'giu');
const NAME = /(?<![\p{L}\p{N}])\p{Lu}[\p{L}\p{N}'’-]*(?:\s+\p{Lu}[\p{L}\p{N}'’-]*)*/gu;

/** Most characters of a text that are looked at: some of the patterns here take quadratic time. */
const MAX_LENGTH = 20_000;

/**
 * Finds what in the first 20,000 characters of a text may be a value; the same stretch may appear as several kinds.
 * `topic` are stems that name the tool.
 */
export function candidatesIn(whole: string, topic: ReadonlySet<string>): readonly Candidate[] {
  const text = whole.slice(0, MAX_LENGTH);
  return [
    ...find(text, /(?<![\p{L}_])([\p{L}_]+(?: [\p{L}_]+)?)\s*[:=]\s*("[^"]*"|[^,;\n"]+)/gu, 'keyed', 2, 1),
    ...find(
      text,
      /(?<!\p{L})(\p{L}+) (?:is|are|was) ((?!the |an? )[^,.;!?\n]+?)(?= and |[,.;!?\n]|$)/gu,
      'keyed',
      2,
      1,
    ),
    ...find(text, /["“]([^"”]+)["”]/gu, 'quoted', 1),
    ...find(text, /(?<![^\s@<>,;])[^\s@<>,;]+@[^\s@<>,;]+\.[\p{L}\p{N}]+/gu, 'email'),
    ...find(text, /https?:\/\/[^\s<>"']*[^\s<>"'.,;!?)]/gu, 'url'),
    ...find(text, CODE, 'code', 2, 1),
    ...numbersIn(text),
    ...phrasesIn(text, topic),
    ...namesIn(text, topic),
    ...objectIn(text, topic),
  ];
}

function find(text: string, pattern: RegExp, kind: Candidate['kind'], group = 0, clue?: number): Candidate[] {
  return [...text.matchAll(pattern)].map((match) => {
    const value = (match[group] ?? '').replace(/^"|"$/g, '').trim();
    const clues = clue === undefined ? [] : wordsOf((match[clue] ?? '').replace(/_/g, ' ')).map(stem);
    return at(kind, value, match.index + match[0].lastIndexOf(value), clues);
  });
}

const at = (
  kind: Candidate['kind'],
  value: string,
  start: number,
  clues: readonly string[] = [],
): Candidate => ({
  kind,
  value,
  start,
  end: start + value.length,
  clues,
});

function numbersIn(text: string): Candidate[] {
  return [...text.matchAll(NUMBER)].map((match) => {
    const word = NUMBER_WORDS.indexOf(match[0].toLowerCase());
    const around = [
      ...wordsOf(text.slice(Math.max(0, match.index - 60), match.index)).slice(-2),
      ...wordsOf(text.slice(match.index + match[0].length).slice(0, 60)).slice(0, 2),
    ];
    const value = word < 0 ? (match[1] ?? '').replace(/,/g, '') : String(word);
    return { ...at('number', match[0], match.index, around.map(stem)), value };
  });
}

/** Objects of prepositions, without article. */
function phrasesIn(text: string, topic: ReadonlySet<string>): Candidate[] {
  return [...text.matchAll(PHRASE)].flatMap((match) => {
    const from = match.index + match[0].length;
    const whole = text.slice(from).replace(PHRASE_END, '');
    const value = whole
      .replace(/^(?:the|an?|my|our|some)\s+/i, '')
      .replace(/^\p{Ll}+ of (?=\p{Lu})/u, '')
      .trim();
    const clues = [(match[1] ?? '').toLowerCase()];
    return isTopic(value, topic) ? [] : [at('phrase', value, from + whole.lastIndexOf(value), clues)];
  });
}

/** Runs of capitalised words, without ordinary words at their start, such as the first word of a sentence. */
function namesIn(text: string, topic: ReadonlySet<string>): Candidate[] {
  return [...text.matchAll(NAME)].flatMap((match) => {
    const words = match[0].split(/\s+/);
    const first = words.findIndex((word) => !isOrdinary(word, topic));
    const kept = first < 0 ? '' : words.slice(first).join(' ');
    const value = kept.replace(/['’]s?$/, '');
    return value === '' ? [] : [at('name', value, match.index + match[0].lastIndexOf(kept))];
  });
}

function isOrdinary(word: string, topic: ReadonlySet<string>): boolean {
  const [plain = ''] = wordsOf(word);
  return STOP_WORDS.has(plain) || READ_VERBS.has(plain) || topic.has(stem(plain)) || /['’](?!s$)/.test(word);
}

/** What follows the first word, up to the first preposition: the direct object of an imperative. */
function objectIn(text: string, topic: ReadonlySet<string>): Candidate[] {
  const object = /^\S+\s+(?:the |an? |my |our |me )*(.+)$/su.exec(text)?.[1] ?? '';
  const value = object.replace(PHRASE_END, '').trim();
  return isTopic(value, topic) ? [] : [at('object', value, text.lastIndexOf(object))];
}

/** Whether words say nothing that the tool's name does not. */
const isTopic = (value: string, topic: ReadonlySet<string>) =>
  wordsOf(value).every((word) => topic.has(stem(word)) || STOP_WORDS.has(word));
