// Where the rest of the server says that there is something to tell. In the transaction that makes it so.
import { reminderLeadMs } from '../../domain/schedule.ts'
import type { Tx } from '../db/open.ts'
import { alertGatherMs, alertLifeMs } from '../limits/times.ts'
import { listFollowedEvents } from '../member/db/pushSubscription.ts'
import { hasJob } from '../queue/db.ts'
import { addJob, addJobs } from '../queue/queue.ts'
import { deleteAlert, type Gathered, gatherAlert, insertAlert } from './db/alert.ts'
import type { AddedKind, EventPart, NoticeText } from './db/alertContent.ts'
import { listFavouriteEvents } from './db/favourite.ts'
import { findReminderTimes } from './reminders.ts'

export interface Added {
  readonly kind: AddedKind
  readonly ids: readonly number[]
  readonly at: Date
}

/**
 * Tells the members who want to hear of it, by push and by mail, that files, products or events were added. Call
 * it in the transaction that adds them. What is not there or not shown any more when the message is sent, is left
 * out of it.
 */
export async function announce(tx: Tx, { kind, ids, at }: Added): Promise<void> {
  if (ids.length === 0) return
  await gather(tx, { topic: kind, eventId: null, things: ids, at })
}

/** Tells the devices that follow the event what of it has changed. */
export async function announceChange(
  tx: Tx,
  { eventId, parts, at }: { eventId: number; parts: readonly EventPart[]; at: Date },
): Promise<void> {
  if (parts.length === 0) return
  const followed = await listFollowedEvents(tx)
  if (followed.includes(eventId)) await gather(tx, { topic: 'change', eventId, things: parts, at })
}

/** An officer's own words to those who follow the event, at once. Answers the message's number. */
export async function announceNotice(
  tx: Tx,
  { eventId, texts, at }: { eventId: number; texts: Partial<Record<'en' | 'es', NoticeText>>; at: Date },
): Promise<number> {
  const content = { topic: 'notice', texts } as const
  const times = { at, endsAt: new Date(at.getTime() + alertLifeMs) }
  const alertId = await insertAlert(tx, { eventId, content, about: null, ...times })
  if (alertId === undefined) throw new Error('the message was not stored')
  await addAlertJob(tx, alertId)
  return alertId
}

/**
 * Sets the clock for the reminders of these events, or of all. Call it when favourites or a schedule have
 * changed. A job that finds nothing to remind of does nothing.
 */
export async function planReminders(
  tx: Tx,
  tenantId: number,
  now: number,
  eventIds?: readonly number[],
): Promise<void> {
  const events = await listFavouriteEvents(tx, eventIds)
  await addJobs(
    tx,
    events.flatMap((event) =>
      findReminderTimes(event, now).map((startsAt) => ({
        tenantId,
        kind: 'remind' as const,
        payload: { eventId: event.eventId, startsAt },
        runAt: new Date(startsAt - reminderLeadMs),
        uniqueKey: `${event.eventId} ${startsAt}`,
      })),
    ),
  )
}

/** The first job of a message; later ones go on with what it has left. */
export function addAlertJob(tx: Tx, alertId: number, runAt?: Date): Promise<void> {
  return addJob(tx, {
    kind: 'alert',
    payload: { alertId, turn: 0 },
    ...(runAt === undefined ? {} : { runAt }),
    uniqueKey: toJobKey(alertId),
    // one that has failed for good would take along whatever joins its message
    revives: true,
  })
}

function toJobKey(alertId: number): string {
  return `${alertId} 0`
}

async function gather(tx: Tx, gathered: Omit<Gathered, 'dueAt' | 'endsAt'>): Promise<void> {
  const { at } = gathered
  const dueAt = new Date(at.getTime() + alertGatherMs)
  const endsAt = new Date(at.getTime() + alertLifeMs)
  let alert = await gatherAlert(tx, { ...gathered, dueAt, endsAt })
  if (alert.dueAt <= at && !(await hasJob(tx, 'alert', toJobKey(alert.id)))) {
    // an officer has dropped its job: nothing of it is told, and what comes now begins a new one
    await deleteAlert(tx, alert.id)
    alert = await gatherAlert(tx, { ...gathered, dueAt, endsAt })
  }
  await addAlertJob(tx, alert.id, alert.dueAt)
}
