import { PREPOSITION_ROLES, READ_VERBS, STOP_WORDS } from './word-lists.ts';
import { stem, wordsOf } from './words.ts';

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
  /** Stems that say what the value is: its key, the words beside a number, the preposition before a phrase. */
  readonly clues: readonly string[];
}

const PREPOSITIONS = Object.keys(PREPOSITION_ROLES).join('|');
const NUMBER_WORDS = [
  'zero',
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
  'eleven',
  'twelve',
];
/** Where a phrase ends: at the next preposition, at a word of time, at a mark. */
const PHRASE_END = new RegExp(
  `[,.!?;:]?\\s+(?:${PREPOSITIONS}|right now|now|currently|today|tonight|tomorrow|yesterday|this|next|again|instead|please|too|as well|is|are|was|like|looks?)\\b.*$|[.!?;]+$`,
  'isu',
);

/** Finds what in a text may be a value; the same stretch may appear as several kinds. `topic` are stems that name the tool. */
export function candidatesOf(text: string, topic: ReadonlySet<string>): readonly Candidate[] {
  return [
    ...find(text, /([\p{L}_]+(?: [\p{L}_]+)?)\s*[:=]\s*("[^"]*"|[^,;\n"]+)/gu, 'keyed', 2, 1),
    ...find(
      text,
      /(\p{L}+) (?:is|are|was) ((?!the |an? )[^,.;!?\n]+?)(?= and |[,.;!?\n]|$)/gu,
      'keyed',
      2,
      1,
    ),
    ...find(text, /(?:["“])([^"”]+)["”]|(?<![\p{L}])['‘]([^'’]+)['’](?![\p{L}])/gu, 'quoted', 1),
    ...find(text, /[^\s@<>,;]+@[^\s@<>,;]+\.[\p{L}\p{N}]+/gu, 'email'),
    ...find(text, /https?:\/\/[^\s<>"']*[^\s<>"'.,;!?)]/gu, 'url'),
    ...find(
      text,
      /(?:(\p{L}+) )?(?<![\p{L}\p{N}])#?((?=[\p{L}\p{N}_/-]*\d)[\p{L}\p{N}]+(?:[-_/][\p{L}\p{N}]+)*)(?![\p{L}\p{N}])/gu,
      'code',
      2,
      1,
    ),
    ...numbersIn(text),
    ...phrasesIn(text, topic),
    ...namesIn(text, topic),
    ...objectIn(text, topic),
  ];
}

function find(text: string, pattern: RegExp, kind: Candidate['kind'], group = 0, clue?: number): Candidate[] {
  return [...text.matchAll(pattern)].map((match) => {
    const value = (match[group] ?? match[group + 1] ?? match[0]).replace(/^"|"$/g, '').trim();
    const start = match.index + Math.max(0, match[0].indexOf(value));
    const clues = clue === undefined ? [] : wordsOf((match[clue] ?? '').replace(/_/g, ' ')).map(stem);
    return { kind, value, start, end: start + value.length, clues };
  });
}

function numbersIn(text: string): Candidate[] {
  const pattern = new RegExp(
    `(?<![\\p{L}\\p{N}.,-])[$€£]?(-?\\d[\\d,]*(?:\\.\\d+)?|${NUMBER_WORDS.join('|')})(?![\\p{N}]|\\p{L}{3})`,
    'giu',
  );
  return [...text.matchAll(pattern)].map((match) => {
    const word = NUMBER_WORDS.indexOf(match[0].toLowerCase());
    const before = wordsOf(text.slice(0, match.index)).slice(-2);
    const after = wordsOf(text.slice(match.index + match[0].length)).slice(0, 2);
    return {
      kind: 'number',
      value: word < 0 ? (match[1] ?? '').replace(/,/g, '') : String(word),
      start: match.index,
      end: match.index + match[0].length,
      clues: [...before, ...after].map(stem),
    };
  });
}

/** Objects of prepositions, without article: in the old harbour -> old harbour. */
function phrasesIn(text: string, topic: ReadonlySet<string>): Candidate[] {
  return [...text.matchAll(new RegExp(`(?<![\\p{L}\\p{N}])(${PREPOSITIONS})\\s+`, 'giu'))].flatMap(
    (match) => {
      const from = match.index + match[0].length;
      const whole = text.slice(from).replace(PHRASE_END, '');
      const value = whole
        .replace(/^(?:the|an?|my|our|some)\s+/i, '')
        .replace(/^(?:\p{Ll}+) of (?=\p{Lu})/u, '')
        .trim();
      const start = from + whole.indexOf(value);
      const clues = [(match[1] ?? '').toLowerCase()];
      return value === '' || isTopic(value, topic)
        ? []
        : [{ kind: 'phrase' as const, value, start, end: start + value.length, clues }];
    },
  );
}

const isTopic = (value: string, topic: ReadonlySet<string>) =>
  wordsOf(value).every((word) => topic.has(stem(word)) || STOP_WORDS.has(word));

/** Runs of capitalised words; the first word of a text counts only when it is no ordinary opening word. */
function namesIn(text: string, topic: ReadonlySet<string>): Candidate[] {
  const run = /(?<![\p{L}\p{N}])\p{Lu}[\p{L}\p{N}'’-]*(?:\s+\p{Lu}[\p{L}\p{N}'’-]*)*/gu;
  return [...text.matchAll(run)].flatMap((match) => {
    const kept = match[0].split(/\s+/).map((word) => word.replace(/['’]s?$/, ''));
    while (kept[0] !== undefined && isOrdinary(kept[0], topic)) {
      kept.shift();
    }
    const value = kept.join(' ');
    const start = match.index + match[0].indexOf(kept[0] ?? '');
    return value === ''
      ? []
      : [{ kind: 'name' as const, value, start, end: start + value.length, clues: [] }];
  });
}

function isOrdinary(word: string, topic: ReadonlySet<string>): boolean {
  const [plain = ''] = wordsOf(word);
  return STOP_WORDS.has(plain) || READ_VERBS.has(plain) || topic.has(stem(plain)) || /['’]/.test(word);
}

/** What follows the first word, up to the first preposition: the direct object of an imperative. */
function objectIn(text: string, topic: ReadonlySet<string>): Candidate[] {
  const match = /^\S+\s+(?:the |an? |my |our |me )*(.+)$/su.exec(text);
  const value = match?.[1]?.replace(PHRASE_END, '').trim() ?? '';
  const start = text.indexOf(value, 1);
  return value === '' || isTopic(value, topic)
    ? []
    : [{ kind: 'object', value, start, end: start + value.length, clues: [] }];
}
