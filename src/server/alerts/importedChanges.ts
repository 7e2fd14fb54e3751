// Compares a club before and after an import, and announces what has come and what has changed.
import { findDay } from '../../domain/day.ts'
import { getTimeZone } from '../club/db/club.ts'
import type { Tx } from '../db/open.ts'
import { listFollowedEvents } from '../member/db/pushSubscription.ts'
import type { Alerts } from './alertWords.ts'
import { announce, announceChange, planReminders } from './announce.ts'
import { listShown } from './db/alert.ts'
import { type AddedKind, addedKinds, type EventPart, eventParts } from './db/alertContent.ts'

interface Seen {
  readonly shown: ReadonlyMap<AddedKind, ReadonlySet<number>>
  /** Of events that somebody follows and that are not over. */
  readonly faces: ReadonlyMap<number, Readonly<Record<EventPart, string>>>
}

/** Runs the work that changes the club. Members and followers hear of it if it commits. */
export async function announceWhatComes<T>(
  alerts: Alerts,
  tx: Tx,
  tenantId: number,
  now: number,
  work: () => Promise<T>,
): Promise<T> {
  const before = await look(alerts, tx, now)
  const result = await work()
  const after = await look(alerts, tx, now)
  const at = new Date(now)
  for (const kind of addedKinds) {
    const ids = [...(after.shown.get(kind) ?? [])].filter((id) => before.shown.get(kind)?.has(id) !== true)
    await announce(tx, { kind, ids, at })
  }
  for (const [eventId, face] of after.faces) {
    const was = before.faces.get(eventId)
    if (was === undefined) continue
    const parts = eventParts.filter((part) => was[part] !== face[part])
    await announceChange(tx, { eventId, parts, at })
  }
  await planReminders(tx, tenantId, now)
  return result
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
