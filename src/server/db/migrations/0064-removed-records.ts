// What was removed here is not brought back by an older file. The mark is made by the database, because many doors
// remove something, in the club's own transaction: no `withoutForce` is needed. What imports and restores remove has none: `app.unmarked` is on in their transaction.
import { type Kysely, sql } from 'kysely'

const tables = 'activity entry event folder media_file reservation ride shift_worker vendor'.split(' ')

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function note_removed() returns trigger language plpgsql as $$
    begin
      if coalesce(current_setting('app.unmarked', true), '') <> 'on' then
        insert into imported (tenant_id, kind, ref, row_id, record)
        values (old.tenant_id, 'removed', tg_table_name || ' ' || old.ref, 0, '{}')
        on conflict do nothing;
      end if;
      return null;
    end $$`.execute(db)
  for (const table of tables) {
    await sql`
      create trigger note_removed after delete on ${sql.ref(table)}
      for each row execute function note_removed()`.execute(db)
  }
}
