import { STOP_WORDS, SYNONYMS } from './word-lists.data.ts';

/** The words of a text, lower case, without accents and possessive endings, in order. */
export function wordsOf(text: string): readonly string[] {
  const isAscii = /^[\x20-\x7e\s]*$/.test(text);
  const plain = (
    isAscii ? text : text.normalize('NFKD').replace(/\p{M}/gu, '').replace(/’/g, "'")
  ).toLowerCase();
  return (plain.match(/[\p{L}\p{N}]+(?:'\p{L}+)?/gu) ?? []).map((word) => word.replace(/'s$/, ''));
}

/** The words of an identifier: `getUser_name` is get, user, name. */
export function wordsOfName(name: string): readonly string[] {
  return wordsOf(name.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2').replace(/[_.:-]/g, ' '));
}

/** The base form of a word, or of the synonym that stands for its group. */
export function stem(word: string): string {
  const bare = baseForm(word);
  return CANONICAL.get(bare) ?? bare;
}

/** Base forms of a word and of those that mean the same. */
export function relativesOf(word: string): readonly string[] {
  const own = baseForm(word);
  const group = [...CANONICAL].filter(([, first]) => first === CANONICAL.get(own)).map(([each]) => each);
  return CANONICAL.has(own) ? group : [own];
}

/** The stems that carry content, each once, in order. */
export function contentStems(text: string): readonly string[] {
  return [
    ...new Set(
      wordsOf(text)
        .filter((word) => !STOP_WORDS.has(word))
        .map(stem),
    ),
  ];
}

/** The part of `wanted` that `offered` has; 0 when nothing is wanted. */
export function coverage(wanted: readonly string[], offered: { has(word: string): boolean }): number {
  return wanted.length === 0 ? 0 : wanted.filter((word) => offered.has(word)).length / wanted.length;
}

/** Cuts a text into sentences; initials and the usual abbreviations do not end one. */
export function sentencesOf(text: string): readonly string[] {
  return text
    .split(
      /(?<=[.!?]["'”’)]?)(?<!\b(?:\p{L}|St|Mr|Mrs|Ms|Dr|Prof|vs|etc)\.)\s+(?=["'“‘(\p{Lu}\p{N}])|\n\s*\n/u,
    )
    .map((sentence) => sentence.replace(/\s+/g, ' ').trim())
    .filter((sentence) => sentence !== '');
}

/** A word without its English endings; British and American spellings are made one. */
export function baseForm(word: string): string {
  const known = forms.get(word);
  if (known !== undefined) {
    return known;
  }
  const form = word.length < 4 || word.length > 40 || /\d/.test(word) ? word : withoutEnding(word);
  if (forms.size >= MAX_FORMS) {
    forms.clear();
  }
  forms.set(word, form);
  return form;
}

/** Base forms that were asked for: texts repeat their words, and a form takes a dozen patterns. */
const forms = new Map<string, string>();
const MAX_FORMS = 20_000;

function withoutEnding(word: string): string {
  const spelled = word
    .replace(/(?<=\p{L}{2})our(?=s$|ed$|ing$|ite|$)/u, 'or')
    .replace(/(\p{L}{2})is(?=e$|ed$|es$|ing$|ation$)/u, '$1iz')
    .replace(/tre$/, 'ter');
  const singular = spelled
    .replace(/ies$/, 'y')
    .replace(/(ch|sh|x|ss)es$/, '$1')
    .replace(/(?<![sui])s$/, '');
  const base = /\p{L}*[aeiouy]\p{L}*(?:ing|ed)$/u.test(singular)
    ? singular.replace(/(?<=\p{L}{3})(?:ing|ed)$/u, '').replace(/([^aeiouls])\1$/, '$1')
    : singular;
  return base.replace(/(?<=\p{L}{3})e$/u, '');
}

const CANONICAL = new Map(
  SYNONYMS.flatMap((group) => {
    const stems = group.split(' ').map(baseForm);
    return stems.map((word): [string, string] => [word, stems[0] ?? word]);
  }),
);
