// Members whom officers have suspended: they stay stored, and cannot sign in.
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw('alter table member add column suspended_at timestamptz').execute(db)
}
