import { StartError } from '../start-error.ts';
import { SearchError } from '../tool/search/search-error.ts';
import type { SearchProvider } from '../tool/search/search-provider.ts';

export interface SearchSource {
  /** Default: the local corpus. */
  readonly searchProvider?: SearchProvider | undefined;
  /** A folder whose documents the local corpus holds too. */
  readonly documents?: string | undefined;
}

export interface OpenSearch {
  readonly provider: SearchProvider;
  close(): void;
}

/**
 * What answers `google_search`. The local corpus is built with the first search, or now when it is to hold documents, so that
 * a folder that cannot be read is found at the start. Throws `StartError`: `invalid_option`, `documents_unreadable`.
 */
export async function openSearch({ searchProvider, documents }: SearchSource): Promise<OpenSearch> {
  if (searchProvider !== undefined) {
    if (documents !== undefined) {
      throw new StartError({
        code: 'invalid_option',
        message: 'documents belong to the local search, and another search provider is given.',
        hint: 'Leave one of them out.',
      });
    }
    return { provider: searchProvider, close: () => {} };
  }
  const { createLocalCorpus } = await import('../tool/search/local-corpus.ts');
  const corpus = createLocalCorpus(documents === undefined ? {} : { documentsDir: documents });
  if (documents !== undefined) {
    await corpus.load().catch((cause) => {
      throw SearchError.isInstance(cause) ? unreadable(cause, documents) : cause;
    });
  }
  return { provider: corpus, close: () => corpus.close() };
}

/** The search itself names no path of the machine; whoever starts the server gave this one. */
function unreadable(cause: SearchError, folder: string): StartError {
  const message = `${cause.message} The folder is ${folder}.`;
  return new StartError({ code: 'documents_unreadable', message, hint: cause.hint, cause });
}
