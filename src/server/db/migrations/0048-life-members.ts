// A membership for life is a state of its own. Until now a day far away stood for it, which a renewal made shorter:
// days are compared as text, and the year after 9999 has five digits.
import { type Kysely, sql } from 'kysely'
import { withoutForce } from '../scope/rowSecurity.ts'

const addLife = sql`alter table member add column life boolean not null default false`

/** The year 9999 is how other programs write it, and a renewal of such a day made the years behind it. */
const findLife = sql`
  update member set life = true, expires_on = date '9999-12-31' where expires_on >= date '9999-01-01'`

/** Nothing shortens it by mistake, not even a process of the version before. */
const keepLife = sql`
  alter table member
  add constraint member_life
  check (expires_on <= date '9999-12-31' and (not life or expires_on = date '9999-12-31'))`

export async function up(db: Kysely<unknown>): Promise<void> {
  await addLife.execute(db)
  await withoutForce(db, 'member', () => findLife.execute(db))
  await keepLife.execute(db)
}
