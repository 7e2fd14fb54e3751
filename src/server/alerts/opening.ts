// Ends the gathering of a message: what it is about and who gets it are settled in one transaction.
import { findDay } from '../../domain/day.ts'
import { getClub } from '../club/db/club.ts'
import type { Tx } from '../db/open.ts'
import { findEvent } from '../event/db/event.ts'
import { namesStoredPerAlert } from '../limits/sizes.ts'
import type { AlertContext, Alerts } from './alertWords.ts'
import { deleteAlert, findAlert, listShown, openAlert, type StoredAlert } from './db/alert.ts'
import {
  type AddedKind,
  type AlertContent,
  type EventPart,
  eventParts,
  isAddedKind,
} from './db/alertContent.ts'
import { addressFavourites, addressFollowers, addressMembers, type MailedTo } from './db/recipients.ts'

/** A message that may be sent now, with what its words need. */
export interface OpenAlert {
  readonly id: number
  readonly content: AlertContent
  readonly context: Pick<AlertContext, 'clubName' | 'event'>
  /** Of those who want to hear of what was added; null for the followers of an event. */
  readonly choice: Alerts[AddedKind]['choice'] | null
  /** Of whom a mail of another kind has told of all of it. */
  readonly isMailed: MailedTo | undefined
  readonly clubLanguage: AlertContext['language']
  /** The club's day. */
  readonly today: string
  readonly endsAt: number
}

/** Undefined if there is nothing to send: it is sent already, or what it was about is gone. */
export async function openForSending(
  alerts: Alerts,
  tx: Tx,
  alertId: number,
  now: number,
): Promise<OpenAlert | undefined> {
  const alert = await findAlert(tx, alertId, 'lock')
  if (alert === undefined || alert.state === 'done') return undefined
  const club = await getClub(tx)
  const today = findDay(now, club.timeZone)
  const event = alert.eventId === null ? null : await findEvent(tx, alert.eventId)
  const content = event === undefined ? undefined : await settle(alerts, tx, alert, today)
  if (content === undefined) {
    await deleteAlert(tx, alertId)
    return undefined
  }
  const choice = isAddedKind(content.topic) ? alerts[content.topic].choice : null
  const isMailed = findMailed(alerts, content)
  if (alert.state !== 'sending') {
    await openAlert(tx, alertId, content)
    await address(tx, alert, content, { now: new Date(now), today, choice, isMailed })
  }
  return {
    id: alertId,
    content,
    choice,
    isMailed,
    context: { clubName: club.name, event: event ?? null },
    clubLanguage: club.language,
    today,
    endsAt: alert.endsAt.getTime(),
  }
}

/** What was added and is not there any more when the message goes out is left out. */
async function settle(
  alerts: Alerts,
  tx: Tx,
  { topic, content }: StoredAlert,
  today: string,
): Promise<AlertContent | undefined> {
  if (!isGathered(content)) return content
  if (topic === 'change') {
    return { topic, parts: eventParts.filter((part) => content.includes(part)) }
  }
  if (!isAddedKind(topic)) return undefined
  const ids = content.filter((thing) => typeof thing === 'number')
  const shown = await listShown(tx, alerts[topic], { today, ids })
  if (shown.length === 0) return undefined
  const first = shown.slice(0, namesStoredPerAlert)
  const days = first.flatMap(({ day }) => day ?? [])
  return {
    topic,
    count: shown.length,
    names: first.map(({ name }) => name),
    ...(days.length === first.length ? { days } : {}),
    ids: shown.map(({ id }) => id),
  }
}

function findMailed(alerts: Alerts, content: AlertContent): MailedTo | undefined {
  if (!('ids' in content) || content.ids === undefined) return undefined
  return alerts[content.topic].listMailed?.(content.ids)
}

function isGathered(content: StoredAlert['content']): content is readonly (number | EventPart)[] {
  return Array.isArray(content)
}

async function address(
  tx: Tx,
  { id: alertId, eventId }: StoredAlert,
  content: AlertContent,
  { now, today, choice, isMailed }: { now: Date } & Pick<OpenAlert, 'today' | 'choice' | 'isMailed'>,
): Promise<void> {
  if (choice !== null) {
    await addressMembers(tx, { alertId, now, choice, today, isMailed })
  } else if (eventId !== null) {
    if (content.topic === 'reminder') {
      await addressFavourites(tx, { alertId, now, eventId, entryId: content.entryId })
    } else await addressFollowers(tx, { alertId, now, eventId })
  }
}
