/** Letters that have no decomposition and that people type without their strokes. */
const PLAIN_LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ł: 'l',
  ı: 'i',
  þ: 'th',
};

/** Words without which a question asks for the same. Asking words stay: they tell an author from a year. */
const STOP_WORDS: ReadonlySet<string> = new Set(
  (
    'a about an and any are as at be been by can could d did do does for from get give had has have how i if in into is it ' +
    'its know let like ll look m may me my of on or our out please s search shall should show so t tell that the ' +
    'their them then there these they this those to up us use ve want was we were what which will with would you your'
  ).split(' '),
);

const CJK = String.raw`[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}]`;
const CJK_RUN = new RegExp(`${CJK}+`, 'gu');
// Most text is plain English, and the Unicode tables make each step several times as slow.
const ASCII = /^[\0-\x7f]*$/;

/**
 * The words of a text as the index knows them, in order: lower case, accents and English endings off. Scripts that write
 * without spaces (Chinese, Japanese; Korean with its endings) give every two neighbouring characters as a word, so that a
 * name is found in the middle of a sentence. Words hold letters, marks and digits only.
 */
export function searchTerms(text: string): readonly string[] {
  return fold(text).flatMap(({ terms }) => terms);
}

/** The different terms that a query is about, in order, at most `limit`. All of its terms when it has only small words. */
export function queryTerms(query: string, limit: number): readonly string[] {
  const words = fold(query);
  const isShouted = query === query.toUpperCase();
  // "US" and "IT" are no small words.
  const telling = words.filter(({ word, isCapitals }) => !STOP_WORDS.has(word) || (isCapitals && !isShouted));
  const chosen = (telling.length > 0 ? telling : words).flatMap(({ terms }) => terms);
  return [...new Set(chosen)].slice(0, limit);
}

interface Word {
  readonly word: string;
  readonly isCapitals: boolean;
  readonly terms: readonly string[];
}

function fold(text: string): readonly Word[] {
  return ASCII.test(text) ? foldAscii(text) : foldUnicode(text);
}

function foldAscii(text: string): readonly Word[] {
  const originals = text.replace(/([A-Za-z])'s\b/g, '$1').match(/[A-Za-z0-9]+/g) ?? [];
  return originals.map((original) => {
    const word = original.toLowerCase();
    return { word, isCapitals: areCapitals(original), terms: [stem(word)] };
  });
}

function foldUnicode(text: string): readonly Word[] {
  const composed = text.normalize('NFKC').replace(/(\p{L})['’ʼ]s\b/gu, '$1');
  return (composed.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).flatMap((original) => {
    const isCapitals = areCapitals(original);
    return splitScripts(plain(original)).map((part) => ({ word: part.text, isCapitals, terms: part.terms }));
  });
}

function areCapitals(word: string): boolean {
  return word.length > 1 && word === word.toUpperCase();
}

/** Only the accents of European scripts go; the marks of others are letters to their readers. */
function plain(word: string): string {
  const bare = word
    .toLowerCase()
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC');
  return bare.replace(/[ßæœøđðłıþ]/g, (letter) => PLAIN_LETTERS[letter] ?? letter);
}

function splitScripts(word: string): readonly { readonly text: string; readonly terms: readonly string[] }[] {
  const parts: { text: string; terms: readonly string[] }[] = [];
  let end = 0;
  const addSpaced = (text: string) => {
    if (text !== '') parts.push({ text, terms: [stem(text)] });
  };
  for (const match of word.matchAll(CJK_RUN)) {
    addSpaced(word.slice(end, match.index));
    parts.push({ text: match[0], terms: pairs(match[0]) });
    end = match.index + match[0].length;
  }
  addSpaced(word.slice(end));
  return parts;
}

function pairs(run: string): readonly string[] {
  const characters = [...run];
  if (characters.length < 2) return characters;
  return characters.slice(1).map((character, index) => `${characters[index]}${character}`);
}

/** A light English stemmer. It need not give words, only the same form for the text and for the question. */
function stem(word: string): string {
  if (word.length < 4 || !/^[a-z]+$/.test(word)) return word;
  const singular = word
    .replace(/ies$/, 'y')
    .replace(/(ch|sh|x|ss)es$/, '$1')
    .replace(/(?<![sui])s$/, '');
  // The doubled letter of "planned" belongs to its ending; that of "Hermann" does not.
  const base = singular.replace(/(?:(?<=[aeiouy])([^aeiouyls])\1|(?<=[aeiouy].+)(.))(?:ing|ed)$/, '$1$2');
  return base.length > 3 ? base.replace(/e$/, '') : base;
}
