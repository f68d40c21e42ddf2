import type { SqlDriver } from './sql-driver.ts';

/** The statements of the store, prepared once. */
export function prepareStatements(driver: SqlDriver) {
  return {
    insertInteraction: driver.prepare(`
      insert into interaction (id, previous_id, status, model, created_ms, updated_ms, usage, errors)
      values (?, ?, ?, ?, ?, ?, ?, ?)`),
    insertStep: driver.prepare('insert into step (interaction_id, origin, seq, json) values (?, ?, ?, ?)'),
    insertEvent: driver.prepare('insert into event (interaction_id, seq, json) values (?, ?, ?)'),
    // Only a running interaction changes, so no end is ever overwritten by another.
    touch: driver.prepare(`
      update interaction set status = ?, updated_ms = ?, usage = ?, errors = ?
      where id = ? and status = 'in_progress'`),
    findInteraction: driver.prepare('select * from interaction where id = ?'),
    findRunning: driver.prepare(`
      select id, coalesce((select max(seq) from event where interaction_id = id), 0) + 1 as next_seq
      from interaction where status = 'in_progress'`),
    readSteps: driver.prepare('select origin, json from step where interaction_id = ? order by origin, seq'),
    // The left join keeps an interaction without steps, so that the oldest row tells whether the chain is whole.
    readChain: driver.prepare(`
      with recursive chain (id, previous_id, depth) as (
        select id, previous_id, 0 from interaction where id = ?
        union all
        select parent.id, parent.previous_id, chain.depth + 1
        from chain join interaction as parent on parent.id = chain.previous_id
      )
      select chain.previous_id, step.json
      from chain left join step on step.interaction_id = chain.id
      order by chain.depth desc, step.origin, step.seq`),
    readEvents: driver.prepare(
      'select seq, json from event where interaction_id = ? and seq > ? order by seq limit ?',
    ),
    deleteInteraction: driver.prepare('delete from interaction where id = ?'),
  };
}
