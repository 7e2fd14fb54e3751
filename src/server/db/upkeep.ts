// Planner statistics and free space, on an engine without autovacuum.
import { type Kysely, sql } from 'kysely'
import { largestDatabaseLogBytes } from '../limits/machine.ts'

/** Updates the statistics of all our tables, so that plans fit their real size. */
export async function analyzeAll(db: Kysely<unknown>): Promise<void> {
  const names = await findTables(db)
  if (names.length > 0) await sql`analyze ${sql.join(names.map((name) => sql.table(name)))}`.execute(db)
}

async function findTables(db: Kysely<unknown>): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class
    where relkind = 'r' and relnamespace = 'public'::regnamespace and pg_get_userbyid(relowner) = current_user
    order by relname`.execute(db)
  return rows.map(({ name }) => name)
}
/** The thresholds of autovacuum: changed rows, dead rows, new rows, each with a share of the table. */
const isDue = sql<boolean>`(
  s.n_mod_since_analyze > 50 + 0.1 * greatest(c.reltuples, 0)
  or s.n_dead_tup > 50 + 0.2 * greatest(c.reltuples, 0)
  or s.n_ins_since_vacuum > 1000 + 0.2 * greatest(c.reltuples, 0)
  or pg_relation_size(c.oid) > 2 * greatest(c.relpages, 1) * 8192::bigint
)`

/**
 * For the embedded engine, which has no autovacuum and no checkpointer. Without this its plans stay those of
 * empty tables, and its log grows until it is closed. Each step blocks the engine (about 0.15 s for a table
 * of 100,000 rows), and others get their turn in between.
 */
export async function maintainAll(db: Kysely<unknown>): Promise<void> {
  // Counters are flushed at most once a second. The last line of `isDue` is for a kill, which resets them.
  await sql`select pg_stat_force_next_flush()`.execute(db)
  const { rows } = await sql<{ name: string }>`
    select c.relname as name from pg_class c join pg_stat_user_tables s on s.relid = c.oid
    where c.relkind = 'r' and pg_get_userbyid(c.relowner) = current_user and ${isDue}
    order by c.relname`.execute(db)
  for (const { name } of rows) await sql`vacuum (analyze) ${sql.table(name)}`.execute(db)
  const log = await sql<{ bytes: string }>`
    select pg_current_wal_lsn() - redo_lsn as bytes from pg_control_checkpoint()`.execute(db)
  if (Number(log.rows[0]?.bytes) > largestDatabaseLogBytes) await sql`checkpoint`.execute(db)
}
