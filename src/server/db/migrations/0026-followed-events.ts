// Which events each device follows: one subscriber may follow several.
import { type Kysely, sql } from 'kysely'
import { forceTenantSecurity, withoutForce } from '../scope/rowSecurity.ts'

const followedEvent = `create table followed_event (
  tenant_id int not null, subscription_id int not null, event_id int not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, subscription_id, event_id),
  foreign key (tenant_id, event_id) references event (tenant_id, id) on delete cascade,
  foreign key (tenant_id, subscription_id) references push_subscription (tenant_id, id) on delete cascade
)`

/** The one event of before. Its row may be gone: the column was no foreign key. */
const moving = `insert into followed_event (tenant_id, subscription_id, event_id, created_at)
  select device.tenant_id, device.id, device.event_id, device.created_at
  from push_subscription device
  join event on event.tenant_id = device.tenant_id and event.id = device.event_id`

const indexes = [
  'create index followed_event_event on followed_event (tenant_id, event_id)',
  `create index push_subscription_member on push_subscription (tenant_id, member_id)
    where member_id is not null`,
]

/** `push_subscription.event_id` stays, because an older process writes it. Nothing else does any more. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // in the order in which calls use the two tables, so that none waits for this while this waits for it
  await withoutForce(db, 'event', () =>
    withoutForce(db, 'push_subscription', async () => {
      await sql.raw(followedEvent).execute(db)
      await sql.raw(moving).execute(db)
    }),
  )
  await forceTenantSecurity(db, 'followed_event')
  for (const index of indexes) await sql.raw(index).execute(db)
}
