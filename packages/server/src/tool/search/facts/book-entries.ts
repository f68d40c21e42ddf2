import { type CorpusEntry, type CorpusFact, corpusUrl } from '../corpus-entry.ts';
import { searchTerms } from '../search-terms.ts';
import type { Book } from './books.data.ts';
import { joinWords } from './join-words.ts';

const KEYWORDS = {
  author: searchTerms(
    'who author authors written write writer writing novelist playwright poet book books works 作者 誰 谁 写 書 书',
  ),
  date: searchTerms(
    'when year date publish publication published come came appear appeared written old 年 出版',
  ),
  language: searchTerms('original language languages 语言 言語'),
};

/** One page a book: who wrote it, when it came out, in which language. */
export function bookEntries(books: readonly Book[]): readonly CorpusEntry[] {
  return books.map((book) => ({
    title: book.title,
    url: corpusUrl('books', slug(book.title)),
    source: "Catenary's local facts: books",
    names: [book.title, ...(book.otherTitles ?? [])],
    facts: bookFacts(book),
  }));
}

function bookFacts(book: Book): readonly CorpusFact[] {
  const work = `${book.form} ${book.title}`;
  return [
    { text: endSentence(`${joinWords(book.authors)} wrote the ${work}`), keywords: KEYWORDS.author },
    { text: `The ${work} ${dateOf(book)}.`, keywords: KEYWORDS.date },
    { text: `The ${work} was written in ${book.language}.`, keywords: KEYWORDS.language },
  ];
}

function dateOf(book: Book): string {
  if ('written' in book) return `dates from ${book.written}`;
  return `was first ${book.form === 'play' ? 'performed' : 'published'} in ${book.year}`;
}

/** A title may bring its own point or question mark. */
function endSentence(text: string): string {
  return /[.?!]$/.test(text) ? text : `${text}.`;
}

function slug(title: string): string {
  const plain = title
    .normalize('NFKD')
    .replace(/[\p{M}'’]/gu, '')
    .toLowerCase();
  return plain.replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-|-$/g, '');
}
