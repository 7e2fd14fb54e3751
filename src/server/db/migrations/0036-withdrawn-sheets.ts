// Judges take sheets back or move them to another car, and officers void sheets. Everything stays stored.
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table sheet
      add column withdrawn boolean not null default false,
      add column reason text not null default '',
      add column moved_to int,
      add column voided_at timestamptz,
      add column changes jsonb not null default '[]',
      add foreign key (tenant_id, moved_to) references entry (tenant_id, id)`.execute(db)
}
