// All SQL about the devices that want notifications.
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
 * One row for each endpoint of a club, even if it is sent several times at once: the same id is returned.
 * Fields that a later call leaves out (event, language) stay. The member is always the latest sender, so that
 * a device with a new owner gets nothing for the former one.
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
