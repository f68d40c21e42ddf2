import type { CorpusDatabase } from './corpus-database.ts';
import type { CorpusEntry } from './corpus-entry.ts';
import { searchTerms } from './search-terms.ts';

/** An entry that shares terms with a query. */
export interface Candidate {
  /** Index of the entry in the corpus. */
  readonly position: number;
  /** BM25 over title and text, the title counting more; lower is better. */
  readonly bm25: number;
}

/** Full-text index over the entries of a corpus. Terms go in and are asked for as `searchTerms` makes them. */
export interface CorpusIndex {
  /** Entries that hold any of the terms, best first, equal ones in corpus order. */
  find(terms: readonly string[], limit: number): readonly Candidate[];
  /** In how many entries a term stands. */
  frequency(term: string): number;
}

// The tokenizer must take our terms as they are: marks belong to words, and accents are gone already.
const SCHEMA = `
  CREATE VIRTUAL TABLE catenary_corpus USING fts5(
    title, body, content='', tokenize="unicode61 remove_diacritics 0 categories 'L* M* N* Co'"
  );
  CREATE VIRTUAL TABLE catenary_corpus_terms USING fts5vocab(catenary_corpus, row);
`;
const TITLE_WEIGHT = 4;

/** Writes the index into an empty database. */
export function buildCorpusIndex(database: CorpusDatabase, entries: readonly CorpusEntry[]): CorpusIndex {
  database.exec(SCHEMA);
  const rows = entries.map((entry) => [
    [entry.title, ...entry.names].flatMap(searchTerms).join(' '),
    entry.facts.flatMap(factTerms).join(' '),
  ]);
  // One statement for all rows: a call into the driver for each costs as much as indexing it.
  database
    .prepare(
      `INSERT INTO catenary_corpus (rowid, title, body)
       SELECT key, value ->> 0, value ->> 1 FROM json_each(?)`,
    )
    .run(JSON.stringify(rows));

  const find = database.prepare(
    `SELECT rowid AS position, bm25(catenary_corpus, ${TITLE_WEIGHT}, 1) AS score FROM catenary_corpus
     WHERE catenary_corpus MATCH ? ORDER BY score, position LIMIT ?`,
  );
  const frequency = database.prepare('SELECT doc FROM catenary_corpus_terms WHERE term = ?');
  return {
    find(terms, limit) {
      // Quoted, a term is never read as syntax, not even NEAR or a column's name.
      const match = terms.map((term) => `"${term}"`).join(' OR ');
      return find
        .all(match, limit)
        .map(([position, bm25]) => ({ position: Number(position), bm25: Number(bm25) }));
    },
    frequency(term) {
      return Number(frequency.all(term)[0]?.[0] ?? 0);
    },
  };
}

/** The terms that ask for a fact. */
export function factTerms(fact: CorpusEntry['facts'][number]): readonly string[] {
  return [...searchTerms(fact.text), ...(fact.keywords ?? [])];
}
