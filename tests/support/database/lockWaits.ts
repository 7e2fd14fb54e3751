// Who waits for a lock of somebody else, on PostgreSQL.
import { sql } from 'kysely'
import type { TestDatabase } from './database.ts'

/** How many of the database's connections wait at this moment. */
export async function countLockWaits(database: Pick<TestDatabase, 'withoutClub'>): Promise<number> {
  const { rows } = await database.withoutClub((tx) =>
    sql`select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(tx),
  )
  return rows.length
}
