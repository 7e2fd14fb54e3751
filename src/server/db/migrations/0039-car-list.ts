// A club may let visitors see the list of an event's cars.
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table event add column car_list boolean not null default false`.execute(db)
}
