// Handlers for devices that want notifications.
import type { push as contract } from '../../../contract/push.ts'
import type { Language } from '../../../domain/shapes/language.ts'
import { type AlertContext, type Alerts, writeAlert } from '../../alerts/alertWords.ts'
import { planReminders } from '../../alerts/announce.ts'
import { listSentAlerts, type SentAlert } from '../../alerts/db/alert.ts'
import { addedKinds } from '../../alerts/db/alertContent.ts'
import { replaceFavourites } from '../../alerts/db/favourite.ts'
import { getClub } from '../../club/db/club.ts'
import type { Tx } from '../../db/open.ts'
import type { CallLimit, Handlers, LimitedCall } from '../../dispatch/handler.ts'
import { findEvent } from '../../event/db/event.ts'
import { findShownEvent } from '../../event/preview.ts'
import {
  favouritesPerAddress,
  favouritesPerClub,
  favouritesPerEndpoint,
  newFavouritesPerAddress,
  subscriptionsPerAddress,
  subscriptionsPerClub,
  subscriptionsPerEndpoint,
} from '../../limits/often.ts'
import { alertRetentionMs } from '../../limits/times.ts'
import { readSettings } from '../../member/db/memberSettings.ts'
import { findDevice, saveSubscription, signOutDevice } from '../../member/db/pushSubscription.ts'
import type { Services } from '../../process/services.ts'
import { isPushAuth, isPushEndpoint, isPushKey } from '../../providers/pushEndpoint.ts'

export const createPush = (alerts: Alerts) =>
  ({
    async get_event_alerts({ tx, language, preview, now, fail }, { eventId }) {
      const event = await findShownEvent(tx, eventId, { preview, now })
      if (event === undefined) return fail('event-not-found', 'This event was not found.')
      const sent = await listSentAlerts(tx, {
        topics: ['change', 'notice'],
        since: new Date(now - alertRetentionMs),
        eventId,
      })
      return { alerts: await toShown(alerts, tx, sent, { language, now, event }) }
    },

    async get_member_alerts({ tx, member, language, now }) {
      const settings = await readSettings(tx, member.id)
      const topics = addedKinds.filter((kind) => settings[alerts[kind].choice])
      const sent = await listSentAlerts(tx, { topics, since: new Date(now - alertRetentionMs) })
      return { alerts: await toShown(alerts, tx, sent, { language, now, event: null }) }
    },

    webpush_subscribe: {
      limits: limitSubscriptions,
      async handle({ tx, tenant, member, language, now, fail }, input) {
        const { endpoint, keys, eventId, signedOut, favourites } = input
        if (!isPushEndpoint(endpoint, (text, base) => new URL(text, base))) {
          return fail('bad-endpoint', 'This is not the address of a push service that we know.')
        }
        if (!isPushKey(keys.p256dh) || !isPushAuth(keys.auth)) {
          return fail('bad-endpoint', 'The keys of this subscription are not valid.')
        }
        const event = eventId === undefined ? undefined : await findEvent(tx, eventId)
        if (eventId !== undefined && event === undefined) {
          return fail('event-not-found', 'This event was not found.')
        }
        const device = { endpoint, p256dh: keys.p256dh, auth: keys.auth }
        if (signedOut !== undefined && member === null && eventId === undefined) {
          const known = await findDevice(tx, device)
          if (known === undefined) return { subscriberId: null }
          if (!known.hasSameKeys) return fail('bad-endpoint', otherKeys)
          await signOutDevice(tx, { id: known.id, memberId: signedOut, language })
          return { subscriberId: known.id }
        }
        const subscriberId = await saveSubscription(tx, {
          ...device,
          memberId: member?.id ?? null,
          signedOutMemberId: signedOut ?? null,
          eventId: eventId ?? null,
          language,
        })
        if (subscriberId === undefined) return fail('bad-endpoint', otherKeys)
        if (event !== undefined && favourites !== undefined) {
          // what the event does not have reminds of nothing: an older pack may name it, or a stranger invent it
          const known = new Set(event.schedule.flatMap(({ entries }) => entries).map((entry) => entry.id))
          const starred = favourites.filter((entryId) => known.has(entryId))
          await replaceFavourites(tx, { subscriptionId: subscriberId, eventId: event.id }, starred)
          if (starred.length > 0) await planReminders(tx, tenant.id, now, [event.id])
        }
        return { subscriberId }
      },
    },
  }) satisfies Pick<Handlers, keyof typeof contract>

const otherKeys = 'The keys of this subscription are not the ones that we know.'

async function toShown(
  alerts: Alerts,
  tx: Tx,
  sent: readonly SentAlert[],
  { language, now, event }: { language: Language | null; now: number; event: AlertContext['event'] },
) {
  const club = await getClub(tx)
  return sent.flatMap(({ id, content, madeAt }) => {
    const { topic } = content
    if (topic === 'reminder') return []
    const context = { alertId: id, language: language ?? club.language, clubName: club.name, event, now }
    const { title, body } = writeAlert(alerts, content, context)
    return [{ id, topic, title, body, at: madeAt.toISOString() }]
  })
}

/**
 * How often devices may ask for notifications, and bring their favourites (rules/security 6.2). A device that the
 * club does not know yet subscribes, whatever else it brings.
 */
async function limitSubscriptions(
  { peer, tenantId, input }: LimitedCall<'webpush_subscribe'>,
  { database }: Services,
): Promise<CallLimit[]> {
  const { eventId, endpoint, keys, favourites } = input
  const known =
    favourites === undefined
      ? undefined
      : await database.inTenant(tenantId, (tx) => findDevice(tx, { endpoint, ...keys }))
  const ofEndpoint = `${tenantId} ${eventId ?? ''} ${endpoint}`
  const limits =
    known?.hasSameKeys === true
      ? [
          { limit: favouritesPerAddress, target: peer },
          { limit: favouritesPerEndpoint, target: ofEndpoint },
          { limit: favouritesPerClub, target: String(tenantId) },
        ]
      : [
          { limit: subscriptionsPerAddress, target: peer },
          { limit: subscriptionsPerEndpoint, target: ofEndpoint },
          { limit: subscriptionsPerClub, target: String(tenantId) },
          { limit: newFavouritesPerAddress, target: peer, amount: new Set(favourites).size },
        ]
  return limits.map((each) => ({ ...each, isRepeatFree: true as const }))
}
