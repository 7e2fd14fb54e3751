// Compares a club before and after an import, and announces what has come and what has changed.
import { findDay } from '../../domain/day.ts'
import { getTimeZone } from '../club/db/club.ts'
import type { Told } from '../clubFile/format.ts'
import type { Tx } from '../db/open.ts'
import { findEvent } from '../event/db/event.ts'
import { countFollowers, listFollowedEvents } from '../member/db/pushSubscription.ts'
import { type AlertContext, type Alerts, writeAlert } from './alertWords.ts'
import { announce, announceChange, planReminders } from './announce.ts'
import { listShown } from './db/alert.ts'
import {
  type AddedKind,
  type AlertContent,
  addedKinds,
  type EventPart,
  eventParts,
} from './db/alertContent.ts'
import { countMembersToTell } from './db/recipients.ts'

interface Seen {
  readonly shown: ReadonlyMap<AddedKind, ReadonlySet<number>>
  /** Of events that somebody follows and that are not over. */
  readonly faces: ReadonlyMap<number, Readonly<Record<EventPart, string>>>
}

/** Runs the work that changes the club. Members and followers hear of it if it commits; says how many. */
export async function announceWhatComes<T>(
  alerts: Alerts,
  tx: Tx,
  tenantId: number,
  now: number,
  work: () => Promise<T>,
): Promise<{ result: T; told: Told[] }> {
  const before = await look(alerts, tx, now)
  const result = await work()
  const after = await look(alerts, tx, now)
  const at = new Date(now)
  const today = findDay(now, await getTimeZone(tx))
  const told: Told[] = []
  for (const kind of addedKinds) {
    const ids = [...(after.shown.get(kind) ?? [])].filter((id) => before.shown.get(kind)?.has(id) !== true)
    await announce(tx, { kind, ids, at })
    const [first] = ids
    if (first === undefined) continue
    const { choice } = alerts[kind]
    const names = (await listShown(tx, alerts[kind], { today, ids })).map(({ name }) => name)
    told.push({
      what: toWords(alerts, { topic: kind, count: ids.length, names }, null).body,
      people: await countMembersToTell(tx, { choice, today }),
      who: 'members',
    })
  }
  for (const [eventId, face] of after.faces) {
    const was = before.faces.get(eventId)
    if (was === undefined) continue
    const parts = eventParts.filter((part) => was[part] !== face[part])
    await announceChange(tx, { eventId, parts, at })
    const event = await findEvent(tx, eventId)
    if (parts.length === 0 || event === undefined) continue
    const { title, body } = toWords(alerts, { topic: 'change', parts }, event)
    told.push({ what: `${title}: ${body}`, people: await countFollowers(tx, eventId), who: 'phones' })
  }
  await planReminders(tx, tenantId, now)
  return { result, told }
}

function toWords(alerts: Alerts, content: AlertContent, event: AlertContext['event']) {
  return writeAlert(alerts, content, { alertId: 0, language: 'en', clubName: '', event, now: 0 })
}

async function look(alerts: Alerts, tx: Tx, now: number): Promise<Seen> {
  const today = findDay(now, await getTimeZone(tx))
  const shown = new Map<AddedKind, ReadonlySet<number>>()
  for (const kind of addedKinds) {
    const rows = await listShown(tx, alerts[kind], { today })
    shown.set(kind, new Set(rows.map(({ id }) => id)))
  }
  const faces = new Map<number, Readonly<Record<EventPart, string>>>()
  for (const eventId of await listFollowedEvents(tx)) {
    const face = await alerts.change.readFace(tx, eventId, today)
    if (face !== undefined) faces.set(eventId, face)
  }
  return { shown, faces }
}
