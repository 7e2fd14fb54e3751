// The end of the private address under which a member's calendar follows the club's; null until they ask for it.
import { type Kysely, sql } from 'kysely'

const changes = [
  'alter table member add column calendar_code text',
  `create unique index member_calendar_code on member (tenant_id, calendar_code)
    where calendar_code is not null`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const change of changes) await sql.raw(change).execute(db)
}
