// How often a member has posted, made topics and reported lately is counted in the rows themselves.
import { type Kysely, sql } from 'kysely'

const changes = [
  // both null for a topic of an import
  'alter table topic add column member_id int, add column created_at timestamptz',
  'create index topic_member on topic (tenant_id, member_id, created_at) where member_id is not null',
  'drop index post_member',
  'create index post_member on post (tenant_id, member_id, created_at)',
  'create index post_report_member on post_report (tenant_id, member_id, created_at)',
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const change of changes) await sql.raw(change).execute(db)
}
