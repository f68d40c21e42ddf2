import { type CorpusEntry, corpusUrl } from '../corpus-entry.ts';
import type { TextDocument } from './read-documents.ts';
import { splitPassages } from './split-passages.ts';

/** One page a passage of each document, in the documents' order and then the passages'. */
export function documentEntries(documents: readonly TextDocument[]): readonly CorpusEntry[] {
  return documents.flatMap(({ path, text }) => {
    const url = corpusUrl('documents', ...path.split('/'));
    return splitPassages(text).map((passage, index) => ({
      title: passage.heading ?? path,
      url: `${url}#passage-${index + 1}`,
      source: path,
      names: [],
      facts: [{ text: passage.text }],
    }));
  });
}
