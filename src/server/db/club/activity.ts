// All SQL about the club's activities, and the codes of the calendars that follow them.
import type { Activity, DaySpan } from '../../../domain/calendar/activity.ts'
import { isActiveMember } from '../members/activeMember.ts'
import { membershipEnd } from '../members/membershipEnd.ts'
import type { Tx } from '../open.ts'

/** In their order. */
export function listActivities(tx: Tx, tenantId: number, { from, to }: DaySpan): Promise<Activity[]> {
  return tx
    .selectFrom('activity')
    .where('tenant_id', '=', tenantId)
    .where('activity_on', '>=', from)
    .where('activity_on', '<=', to)
    .orderBy('activity_on')
    .orderBy('start_time')
    .orderBy('id')
    .select(['id', 'activity_on as date', 'start_time as start', 'end_time as end', 'title', 'description'])
    .execute()
}

/** Null while the member has asked for none. */
export async function findCalendarCode(tx: Tx, tenantId: number, memberId: number): Promise<string | null> {
  const row = await tx
    .selectFrom('member')
    .where('tenant_id', '=', tenantId)
    .where('id', '=', memberId)
    .select('calendar_code')
    .executeTakeFirst()
  return row?.calendar_code ?? null
}

export async function saveCalendarCode(
  tx: Tx,
  tenantId: number,
  memberId: number,
  code: string,
): Promise<void> {
  await tx
    .updateTable('member')
    .set({ calendar_code: code })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', memberId)
    .execute()
}

/** The last day of the membership whose calendar it is. Undefined for a code of nobody, or of no member any more. */
export async function findCalendarEnd(tx: Tx, tenantId: number, code: string): Promise<string | undefined> {
  const row = await tx
    .selectFrom('member')
    .where('member.tenant_id', '=', tenantId)
    .where('member.calendar_code', '=', code)
    .where(isActiveMember())
    .select(membershipEnd().as('end'))
    .executeTakeFirst()
  return row?.end
}
