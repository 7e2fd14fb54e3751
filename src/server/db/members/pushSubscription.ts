// All SQL about the devices that asked for notifications.
import type { Tx } from '../open.ts'

export interface NewSubscription {
  endpoint: string
  p256dh: string
  auth: string
  memberId: number | null
  eventId: number | null
  language: string | null
}

/**
 * One row for each endpoint of a club, however often and however many at once it is sent: the same id comes
 * back. What a later call leaves out (event, language) stays; the member is whoever sent it last, so that
 * a device that was handed on gets nothing meant for the one before.
 */
export async function saveSubscription(
  tx: Tx,
  tenantId: number,
  subscription: NewSubscription,
): Promise<number> {
  const row = await tx
    .insertInto('push_subscription')
    .values({
      tenant_id: tenantId,
      endpoint: subscription.endpoint,
      p256dh: subscription.p256dh,
      auth: subscription.auth,
      member_id: subscription.memberId,
      event_id: subscription.eventId,
      language: subscription.language,
    })
    .onConflict((conflict) =>
      conflict.columns(['tenant_id', 'endpoint']).doUpdateSet((eb) => ({
        p256dh: eb.ref('excluded.p256dh'),
        auth: eb.ref('excluded.auth'),
        member_id: eb.ref('excluded.member_id'),
        event_id: eb.fn.coalesce('excluded.event_id', 'push_subscription.event_id'),
        language: eb.fn.coalesce('excluded.language', 'push_subscription.language'),
      })),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}
