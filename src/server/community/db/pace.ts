// All SQL about how often a member has written lately.
import { sql } from 'kysely'
import type { Tx } from '../../db/open.ts'
import { ofClub } from '../../db/scope/clubPlugin.ts'
import type { MemberPace } from '../../limits/often.ts'

/** Until the transaction ends, no other one counts what this member writes. */
export async function lockAuthor(tx: Tx, memberId: number): Promise<void> {
  await tx.selectFrom('member').where('id', '=', memberId).select('id').forNoKeyUpdate().execute()
}

/** The oldest of the member's newest `most` rows after `since`; undefined if there are fewer. */
export async function findEarliestOf(
  tx: Tx,
  memberId: number,
  { table, most, since }: Pick<MemberPace, 'table' | 'most'> & { readonly since: Date },
): Promise<Date | undefined> {
  const { rows } = await sql<{ created_at: Date }>`
    select t.created_at from ${ofClub(table, 't')} where t.member_id = ${memberId} and t.created_at > ${since}
    order by t.created_at desc offset ${most - 1} limit 1`.execute(tx)
  return rows[0]?.created_at
}
