// What officers tell the followers of an event, and how many were reached by what the club has told.

import type { Language } from '../../../../domain/shapes/language.ts'
import { announceNotice } from '../../../alerts/announce.ts'
import { countDelivered } from '../../../alerts/db/alert.ts'
import type { NoticeText } from '../../../alerts/db/alertContent.ts'
import { getTimeZone } from '../../../club/db/club.ts'
import type { Tx } from '../../../db/open.ts'
import { mostAlertsPrinted } from '../../../limits/sizes.ts'
import { countFollowers } from '../../../member/db/pushSubscription.ts'
import { type EventActContext, refuseUnpublished } from '../../../officers/act.ts'

export async function listClubAlerts(tx: Tx) {
  return { alerts: await countDelivered(tx, { most: mostAlertsPrinted }), timeZone: await getTimeZone(tx) }
}

export async function listNotices(tx: Tx, { event: { id } }: EventActContext) {
  return {
    alerts: await countDelivered(tx, { eventId: id, most: mostAlertsPrinted }),
    devices: await countFollowers(tx, id),
  }
}

export type NoticeTexts = Partial<Record<Language, NoticeText>>

/** Answers how many devices follow the event. */
export async function sendNotice(tx: Tx, { event, now }: EventActContext, texts: NoticeTexts) {
  refuseUnpublished(event)
  const { id } = event
  await announceNotice(tx, { eventId: id, texts, at: new Date(now) })
  return countFollowers(tx, id)
}
