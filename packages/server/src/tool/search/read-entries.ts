import { bookEntries } from './book-entries.ts';
import { BOOKS } from './books.data.ts';
import type { CorpusEntry } from './corpus-entry.ts';
import { countryEntries } from './country-entries.ts';
import { documentEntries } from './document-entries.ts';
import { type DocumentLimits, readDocuments } from './read-documents.ts';

/** The whole corpus: the documents of the folder first, since somebody put them there, then countries, then books. */
export async function readEntries(
  documentsDir: string | undefined,
  limits: DocumentLimits,
): Promise<readonly CorpusEntry[]> {
  const documents = documentsDir === undefined ? [] : await readDocuments(documentsDir, limits);
  return [...documentEntries(documents), ...countryEntries(), ...bookEntries(BOOKS)];
}
