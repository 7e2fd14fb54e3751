// All SQL about the devices that want notifications: whose they are, and which events they follow.
import { anyOf } from '../../db/anyOf.ts'
import type { Tx } from '../../db/open.ts'

export interface NewSubscription {
  endpoint: string
  p256dh: string
  auth: string
  /** Who is signed in; null for a visitor. */
  memberId: number | null
  /** Who has signed out on this device. */
  signedOutMemberId: number | null
  eventId: number | null
  language: string | null
}

/**
 * One row for each endpoint of a club, even if it is sent several times at once: the same id is returned. An
 * event is added to those that the device follows already; a language that is left out stays.
 *
 * The device is the member's who last sent it signed in, also while it is used signed out. A visitor's call ends
 * that only by naming the member who has signed out. Nobody changes a device without its keys: then it is
 * undefined, and nothing has changed.
 */
export async function saveSubscription(tx: Tx, subscription: NewSubscription): Promise<number | undefined> {
  const row = await tx
    .insertInto('push_subscription')
    .values({
      endpoint: subscription.endpoint,
      p256dh: subscription.p256dh,
      auth: subscription.auth,
      member_id: subscription.memberId,
      language: subscription.language,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['tenant_id', 'endpoint'])
        .doUpdateSet((eb) => ({
          member_id: eb.fn.coalesce(
            'excluded.member_id',
            eb.fn<number | null>('nullif', [
              'push_subscription.member_id',
              eb.val(subscription.signedOutMemberId),
            ]),
          ),
          language: eb.fn.coalesce('excluded.language', 'push_subscription.language'),
        }))
        // its browser alone has the keys
        .whereRef('push_subscription.p256dh', '=', 'excluded.p256dh')
        .whereRef('push_subscription.auth', '=', 'excluded.auth'),
    )
    // an older process writes an event there
    .returning(['id', 'event_id'])
    .executeTakeFirst()
  if (row === undefined) return undefined
  const eventIds = [subscription.eventId, row.event_id].filter((id) => id !== null)
  if (eventIds.length > 0) await followEvents(tx, row.id, eventIds)
  return row.id
}

/** What a browser says of itself. The keys are secrets that it alone has. */
export type DeviceProof = Pick<NewSubscription, 'endpoint' | 'p256dh' | 'auth'>

/** Undefined when the club does not know the endpoint. */
export async function findDevice(
  tx: Tx,
  { endpoint, p256dh, auth }: DeviceProof,
): Promise<{ id: number; hasSameKeys: boolean } | undefined> {
  const row = await tx
    .selectFrom('push_subscription')
    .where('endpoint', '=', endpoint)
    .select(['id', 'p256dh', 'auth'])
    .executeTakeFirst()
  return row && { id: row.id, hasSameKeys: row.p256dh === p256dh && row.auth === auth }
}

/** It is nobody's, if it was this member's. */
export async function signOutDevice(
  tx: Tx,
  { id, memberId, language }: { id: number; memberId: number; language: string | null },
): Promise<void> {
  await tx
    .updateTable('push_subscription')
    .set((eb) => ({
      member_id: eb.fn<number | null>('nullif', ['member_id', eb.val(memberId)]),
      ...(language === null ? {} : { language }),
    }))
    .where('id', '=', id)
    .execute()
}

/** Events that do not exist are left out. */
async function followEvents(tx: Tx, subscriptionId: number, eventIds: readonly number[]): Promise<void> {
  await tx
    .insertInto('followed_event')
    .columns(['subscription_id', 'event_id'])
    .expression((eb) =>
      eb
        .selectFrom('event')
        .where('id', '=', anyOf(eventIds))
        .select([eb.val(subscriptionId).as('subscription_id'), 'id as event_id']),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** The events that any device follows. */
export async function listFollowedEvents(tx: Tx): Promise<number[]> {
  const rows = await tx
    .selectFrom('followed_event')
    .distinct()
    .orderBy('event_id')
    .select('event_id')
    .execute()
  return rows.map(({ event_id }) => event_id)
}

export async function countFollowers(tx: Tx, eventId: number): Promise<number> {
  const { count } = await tx
    .selectFrom('followed_event')
    .where('event_id', '=', eventId)
    .select(({ fn }) => fn.countAll().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** For members whose sign-ins have all been ended: their devices are nobody's until somebody signs in there. */
export async function untieDevices(tx: Tx, memberIds: readonly number[]): Promise<void> {
  await tx
    .updateTable('push_subscription')
    .set({ member_id: null })
    .where('member_id', '=', anyOf(memberIds))
    .execute()
}
