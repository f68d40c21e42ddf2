/**
 * The schema, one entry a version. An entry that was released is never edited: a change is a new entry.
 * Times are epoch milliseconds, `json` columns hold what the wire holds.
 */
export const MIGRATIONS: readonly string[] = [
  `
  create table interaction (
    id text primary key not null,
    previous_id text,
    status text not null,
    model text not null,
    created_ms integer not null,
    updated_ms integer not null,
    usage text,
    errors text
  ) strict;
  create index interaction_unfinished on interaction (status) where status = 'in_progress';

  -- The primary key is the order of a turn: 'input' sorts before 'output'.
  create table step (
    interaction_id text not null references interaction (id) on delete cascade,
    origin text not null check (origin in ('input', 'output')),
    seq integer not null,
    json text not null,
    primary key (interaction_id, origin, seq)
  ) strict;

  create table event (
    interaction_id text not null references interaction (id) on delete cascade,
    seq integer not null,
    json text not null,
    primary key (interaction_id, seq)
  ) strict;
  `,
];
