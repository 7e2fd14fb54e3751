// All SQL about the codes of the calendars that follow the club's activities.
import type { Tx } from '../../db/open.ts'
import { isActiveMember } from './activeMember.ts'
import { membershipEnd } from './membershipEnd.ts'

/** Null while the member has asked for none. */
export async function findCalendarCode(tx: Tx, memberId: number): Promise<string | null> {
  const row = await tx
    .selectFrom('member')
    .where('id', '=', memberId)
    .select('calendar_code')
    .executeTakeFirst()
  return row?.calendar_code ?? null
}

export async function saveCalendarCode(tx: Tx, memberId: number, code: string): Promise<void> {
  await tx.updateTable('member').set({ calendar_code: code }).where('id', '=', memberId).execute()
}

/** The last day of the membership whose calendar it is. Undefined for a code of nobody, or of no member any more. */
export async function findCalendarEnd(tx: Tx, code: string): Promise<string | undefined> {
  const row = await tx
    .selectFrom('member')
    .where('member.calendar_code', '=', code)
    .where(isActiveMember())
    .select(membershipEnd().as('end'))
    .executeTakeFirst()
  return row?.end
}
