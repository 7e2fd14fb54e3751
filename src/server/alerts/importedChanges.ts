// Compares a club before and after an import, and announces what has come and what has changed.
import { toCanonicalJson } from '../../domain/canonicalJson.ts'
import { findDay } from '../../domain/day.ts'
import { getTimeZone } from '../club/db/club.ts'
import type { Tx } from '../db/open.ts'
import { findEvent } from '../event/db/event.ts'
import { listElements, listMaps, listPlaces } from '../event/db/eventMap.ts'
import { listVendors } from '../event/db/vendor.ts'
import { listFollowedEvents } from '../member/db/pushSubscription.ts'
import { announce, announceChange, planReminders } from './announce.ts'
import { listShown } from './db/alert.ts'
import { type AddedKind, addedKinds, type EventPart, eventParts } from './db/alertContent.ts'

type Face = Readonly<Record<EventPart, string>>

interface Seen {
  readonly shown: ReadonlyMap<AddedKind, ReadonlySet<number>>
  /** Of events that somebody follows and that are not over. */
  readonly faces: ReadonlyMap<number, Face>
}

/** Runs the work that changes the club. Members and followers hear of it if it commits. */
export async function announceWhatComes<T>(
  tx: Tx,
  tenantId: number,
  now: number,
  work: () => Promise<T>,
): Promise<T> {
  const before = await look(tx, now)
  const result = await work()
  const after = await look(tx, now)
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

async function look(tx: Tx, now: number): Promise<Seen> {
  const today = findDay(now, await getTimeZone(tx))
  const shown = new Map<AddedKind, ReadonlySet<number>>()
  for (const kind of addedKinds) {
    const rows = await listShown(tx, kind, { today })
    shown.set(kind, new Set(rows.map(({ id }) => id)))
  }
  const faces = new Map<number, Face>()
  for (const eventId of await listFollowedEvents(tx)) {
    const face = await readFace(tx, eventId, today)
    if (face !== undefined) faces.set(eventId, face)
  }
  return { shown, faces }
}

async function readFace(tx: Tx, eventId: number, today: string): Promise<Face | undefined> {
  const event = await findEvent(tx, eventId)
  if (event === undefined || event.end_on < today) return undefined
  const maps = await listMaps(tx, [eventId])
  const elements = await listElements(
    tx,
    maps.map(({ id }) => id),
  )
  const spaces = elements.map(({ mapId, element: { shape, x, y, w, h, a, row, num } }) => [
    ...[mapId, shape, x, y, w, h, a, row, num],
  ])
  const pictures = maps.map(({ id, label, picture_hash }) => [id, label, picture_hash])
  const places = await listPlaces(tx, eventId)
  return {
    times: toCanonicalJson([event.name, event.start_on, event.end_on, event.time_zone, event.place]),
    schedule: toCanonicalJson(event.schedule),
    maps: JSON.stringify([pictures, spaces, places]),
    vendors: toCanonicalJson(await listVendors(tx, [eventId])),
    notes: event.viewer_notes,
  }
}
