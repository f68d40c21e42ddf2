import type { CorpusEntry } from './corpus-entry.ts';
import { documentEntries } from './documents/document-entries.ts';
import { type DocumentLimits, readDocuments } from './documents/read-documents.ts';
import { bookEntries } from './facts/book-entries.ts';
import { BOOKS } from './facts/books.data.ts';
import { countryEntries } from './facts/country-entries.ts';

/** The whole corpus: the documents of the folder first, since somebody put them there, then countries, then books. */
export async function readEntries(
  documentsDir: string | undefined,
  limits: DocumentLimits,
): Promise<readonly CorpusEntry[]> {
  const documents = documentsDir === undefined ? [] : await readDocuments(documentsDir, limits);
  return [...documentEntries(documents), ...countryEntries(), ...bookEntries(BOOKS)];
}
