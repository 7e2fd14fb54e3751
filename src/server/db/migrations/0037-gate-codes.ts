// Cars, spaces and shifts have codes as tickets have, so that a gate can read each of them.
import { type Kysely, sql } from 'kysely'

/** Without I, L, O and U, as tickets' codes are spelled. */
const digits = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** One of the digits, by five bits of a random byte. */
const digit = `substr('${digits}', (get_byte(uuid_send(gen_random_uuid()), 0) & 31) + 1, 1)`
const group = Array(4).fill(digit).join(' || ')
/** XXXX-XXXX-XXXX-XXXX, 80 random bits, evaluated for each row. */
const newCode = Array(4).fill(group).join(" || '-' || ")

/**
 * The database makes the codes: of the rows that are there, of what a club file brings without one, and of what
 * an older process writes meanwhile.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ['entry', 'reservation', 'shift_worker']) {
    await sql
      .raw(
        `alter table ${table} add column code text not null default (${newCode}), add unique (tenant_id, code)`,
      )
      .execute(db)
  }
  // what a member has is found by the member; cars have this index already
  for (const table of ['vendor', 'sold_ticket', 'shift_worker']) {
    await sql
      .raw(`create index ${table}_member on ${table} (tenant_id, member_id) where member_id is not null`)
      .execute(db)
  }
}
