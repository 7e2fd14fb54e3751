// All SQL about who gets a message: one row for each device, and one for each member who gets a mail instead.
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../db/open.ts'
import { ofClub } from '../../db/scope/clubPlugin.ts'
import { isActiveMember } from '../../member/db/activeMember.ts'
import { choiceColumns, type MemberChoices } from '../../member/db/memberSettings.ts'
import { membershipEnd } from '../../member/db/membershipEnd.ts'

type Choice = keyof MemberChoices

/** Neither deleted, suspended nor expired, and has not switched this off. */
function wants(choice: Choice, today: string): RawBuilder<boolean> {
  return sql<boolean>`(${isActiveMember()} and ${membershipEnd()} > ${today}::date
    and coalesce(choice.${sql.ref(choiceColumns[choice])}, true))`
}

/** Of the query's `member`, who is not null. */
export type MailedTo = RawBuilder<boolean>

export interface Addressed {
  readonly alertId: number
  readonly now: Date
}

interface ToMembers extends Addressed {
  readonly choice: Choice
  readonly today: string
  readonly isMailed: MailedTo | undefined
}

/** On each of their devices; a member without a device gets a mail. */
export async function addressMembers(
  tx: Tx,
  { alertId, now, choice, today, isMailed }: ToMembers,
): Promise<void> {
  await insertDeliveries(
    tx,
    sql`
      select ${alertId}::int, 'push', device.id, member.id, ${now}::timestamptz
      from ${ofClub('member')}
      join ${ofClub('push_subscription', 'device')} on device.member_id = member.id
      left join ${ofClub('member_settings', 'choice')} on choice.member_id = member.id
      where ${wants(choice, today)}
      order by device.id`,
  )
  await addressByMail(tx, { alertId, now, choice, today, isMailed, memberIds: null })
}

/** How many members would get such a message now, on a device or by mail. */
export async function countMembersToTell(
  tx: Tx,
  { choice, today }: { choice: Choice; today: string },
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count
    from ${ofClub('member')}
    left join ${ofClub('member_settings', 'choice')} on choice.member_id = member.id
    where ${wants(choice, today)} and (member.email <> '' or exists (
      select from ${ofClub('push_subscription', 'device')} where device.member_id = member.id))`.execute(tx)
  return rows[0]?.count ?? 0
}

/** Of these members, or of all, those whom this message reaches on no device. One address gets one mail. */
export async function addressByMail(
  tx: Tx,
  { alertId, now, choice, today, isMailed, memberIds }: ToMembers & { memberIds: readonly number[] | null },
): Promise<void> {
  const chosen = memberIds === null ? sql`` : sql` and member.id = any(${memberIds}::int[])`
  const untold = isMailed === undefined ? sql`` : sql` and not ${isMailed}`
  await insertDeliveries(
    tx,
    sql`
      select distinct on (member.email_folded) ${alertId}::int, 'mail', null::int, member.id, ${now}::timestamptz
      from ${ofClub('member')}
      left join ${ofClub('member_settings', 'choice')} on choice.member_id = member.id
      where ${wants(choice, today)} and member.email <> ''${chosen}${untold}
        and not exists (
          select from ${ofClub('alert_delivery', 'pushed')}
          where pushed.alert_id = ${alertId} and pushed.way = 'push' and pushed.member_id = member.id
            and pushed.state not in ('failed', 'gone'))
      order by member.email_folded, member.id`,
  )
}

/** The devices that follow an event, whosever they are. */
export async function addressFollowers(
  tx: Tx,
  { alertId, now, eventId }: Addressed & { eventId: number },
): Promise<void> {
  await insertDeliveries(
    tx,
    sql`
      select ${alertId}::int, 'push', follow.subscription_id, null::int, ${now}::timestamptz
      from ${ofClub('followed_event', 'follow')} where follow.event_id = ${eventId}
      order by follow.subscription_id`,
  )
}

/** The devices on which this entry of the schedule is a favourite. */
export async function addressFavourites(
  tx: Tx,
  { alertId, now, eventId, entryId }: Addressed & { eventId: number; entryId: string },
): Promise<void> {
  await insertDeliveries(
    tx,
    sql`
      select ${alertId}::int, 'push', favourite.subscription_id, null::int, ${now}::timestamptz
      from ${ofClub('favourite')} where favourite.event_id = ${eventId} and favourite.entry_id = ${entryId}
      order by favourite.subscription_id`,
  )
}

/** `recipients` selects message, way, device, member and time. Who has the message already is left out. */
async function insertDeliveries(tx: Tx, recipients: RawBuilder<unknown>): Promise<void> {
  await tx
    .insertInto('alert_delivery')
    .columns(['alert_id', 'way', 'subscription_id', 'member_id', 'next_at'])
    .expression(recipients)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
