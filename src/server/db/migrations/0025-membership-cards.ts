// The end of the address that a member's card opens: 154 random bits, which the database makes itself.
import { type Kysely, sql } from 'kysely'

// made by the column, so that members of an older process have one too
const random = "left(replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''), 40)"

const changes = [
  `alter table member add column card_code text not null default ${random}`,
  'create unique index member_card_code on member (tenant_id, card_code)',
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const change of changes) await sql.raw(change).execute(db)
}
