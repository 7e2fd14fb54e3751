// Goods that should have been taken back and are still with the buyer.
import { type Kysely, sql } from 'kysely'

const statements = [
  'alter table order_line drop constraint order_line_state_check',
  `alter table order_line add constraint order_line_state_check
   check (state in ('pending', 'delivered', 'failed', 'returned', 'kept'))`,
  "create index order_line_kept on order_line (tenant_id) where state = 'kept'",
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
