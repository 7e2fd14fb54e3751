// Recurring work finds the clubs that have something due in one statement across them, instead of asking each club. Only
// a table without a club is written, so no `withoutForce` is needed.
import { type Kysely, sql } from 'kysely'
import { showAcrossClubs } from '../scope/rowSecurity.ts'

const tables = 'purchase_order hold alert shift_worker picture media_file saved_card club'.split(' ')

const changes = [
  // the time first: what is due of one club is few of the few that are due of all
  'create index purchase_order_due on purchase_order (look_at, tenant_id) where look_at is not null',
  'create index purchase_order_state on purchase_order (state, tenant_id)',
  "create index hold_held on hold (tenant_id, quantity) where state = 'held'",
  'create index alert_old on alert (made_at, tenant_id)',
  'create index shift_worker_asked on shift_worker (asked_until, tenant_id) where asked_until is not null',
  'create index picture_hash on picture (hash, tenant_id)',
  'create index media_file_hash on media_file (hash, tenant_id)',
  // each club has its round, whichever version makes the club
  `create function begin_renewal_round() returns trigger language plpgsql as $$
  begin
    insert into renewal_round (club_id, due_at) values (new.id, 'epoch') on conflict do nothing;
    return null;
  end $$`,
  `create trigger begin_renewal_round after insert on tenant
   for each row execute function begin_renewal_round()`,
  `insert into renewal_round (club_id, due_at) select id, 'epoch' from tenant on conflict do nothing`,
  'drop index purchase_order_look',
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const change of changes) await sql.raw(change).execute(db)
  // last, because from here on nobody reads these tables until the end
  for (const table of tables) await showAcrossClubs(db, table)
}
