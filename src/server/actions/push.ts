// Handlers for devices that want notifications.
import type { push as contract } from '../../contract/push.ts'
import { isEvent } from '../db/events/event.ts'
import { saveSubscription } from '../db/members/pushSubscription.ts'
import type { Handlers } from '../dispatch/handler.ts'
import { isPushAuth, isPushEndpoint, isPushKey } from '../providers/pushEndpoint.ts'

export const push = {
  async webpush_subscribe({ tx, tenant, member, language, fail }, input) {
    const { endpoint, keys, eventId, signedOut } = input
    if (!isPushEndpoint(endpoint, (text, base) => new URL(text, base))) {
      return fail('bad-endpoint', 'This is not the address of a push service that we know.')
    }
    if (!isPushKey(keys.p256dh) || !isPushAuth(keys.auth)) {
      return fail('bad-endpoint', 'The keys of this subscription are not valid.')
    }
    if (eventId !== undefined && !(await isEvent(tx, tenant.id, eventId))) {
      return fail('event-not-found', 'This event was not found.')
    }
    const subscriberId = await saveSubscription(tx, tenant.id, {
      endpoint,
      p256dh: keys.p256dh,
      auth: keys.auth,
      memberId: member?.id ?? null,
      signedOutMemberId: signedOut ?? null,
      eventId: eventId ?? null,
      language,
    })
    if (subscriberId === undefined) {
      return fail('bad-endpoint', 'The keys of this subscription are not the ones that we know.')
    }
    return { subscriberId }
  },
} satisfies Pick<Handlers, keyof typeof contract>
