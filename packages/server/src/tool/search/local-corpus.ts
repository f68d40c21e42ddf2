import type { CorpusDatabase } from './corpus-database.ts';
import type { CorpusEntry } from './corpus-entry.ts';
import type { CorpusIndex } from './corpus-index.ts';
import { DEFAULT_DOCUMENT_LIMITS, type DocumentLimits } from './documents/read-documents.ts';
import { SearchError } from './search-error.ts';
import type { SearchHit, SearchOptions, SearchProvider } from './search-provider.ts';

export interface LocalCorpusOptions {
  /** A folder of `.md` and `.txt` files to find passages in, besides the facts. */
  readonly documentsDir?: string;
  /** How much that folder may hold. */
  readonly documentLimits?: Partial<DocumentLimits>;
}

/** A search over what this package brings along, and over a folder. */
export interface LocalCorpus extends SearchProvider {
  /**
   * Builds the index now instead of with the first search, so that a bad folder is found at start. The folder is read once;
   * later changes to it are not seen. Rejects with `SearchError`; the next call tries again.
   */
  load(): Promise<void>;
  /** Frees the index. Searches that follow reject with `corpus_closed`; closing twice is fine. */
  close(): void;
}

interface Loaded {
  readonly database: CorpusDatabase;
  readonly index: CorpusIndex;
  readonly entries: readonly CorpusEntry[];
}

/**
 * Country facts, well-known books and the documents of a folder, behind full-text search in memory. It needs no key and
 * no network, and the same corpus answers the same query the same way everywhere.
 */
export function createLocalCorpus(options: LocalCorpusOptions = {}): LocalCorpus {
  let loading: Promise<Loaded> | undefined;
  let isClosed = false;

  const loadOnce = (): Promise<Loaded> => {
    if (isClosed) return Promise.reject(closed());
    loading ??= open(options, () => isClosed).catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
    return loading;
  };

  return {
    name: 'local-corpus',
    async load() {
      await loadOnce();
    },
    async search(query: string, { limit, signal }: SearchOptions): Promise<readonly SearchHit[]> {
      signal?.throwIfAborted();
      if (!Number.isInteger(limit) || limit < 1) throw invalidLimit(limit);
      const [{ index, entries }, { rankEntries }] = await Promise.all([
        loadOnce(),
        import('./rank-entries.ts'),
      ]);
      signal?.throwIfAborted();
      if (isClosed) throw closed();
      return rankEntries(index, entries, query, limit);
    },
    close() {
      isClosed = true;
      const opened = loading;
      loading = undefined;
      // A load that failed, or that sees the flag itself, has nothing open.
      opened?.then(({ database }) => database.close()).catch(() => undefined);
    },
  };
}

/** Everything heavy (the driver, the facts) is imported here, with the first search. */
async function open(options: LocalCorpusOptions, isClosed: () => boolean): Promise<Loaded> {
  const { readEntries } = await import('./read-entries.ts');
  const limits = { ...DEFAULT_DOCUMENT_LIMITS, ...options.documentLimits };
  const entries = await readEntries(options.documentsDir, limits);
  const { openCorpusDatabase } = await import('./corpus-database.ts');
  const { buildCorpusIndex } = await import('./corpus-index.ts');
  const database = await openCorpusDatabase();
  if (isClosed()) {
    database.close();
    throw closed();
  }
  return { database, index: buildCorpusIndex(database, entries), entries };
}

function closed(): SearchError {
  return new SearchError({
    code: 'corpus_closed',
    message: 'The local corpus is closed.',
    hint: 'Create another one with createLocalCorpus().',
  });
}

function invalidLimit(limit: number): SearchError {
  return new SearchError({
    code: 'invalid_limit',
    message: `The limit of a search is ${limit}.`,
    hint: 'Give a whole number, at least 1.',
  });
}
