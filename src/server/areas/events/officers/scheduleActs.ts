// Brings the entries of a calendar or a table into an event's schedule.

import { findDay } from '../../../../domain/day.ts'
import type { ScheduleDay } from '../../../../domain/schedule.ts'
import { announceChange, planReminders } from '../../../alerts/announce.ts'
import type { Tx } from '../../../db/open.ts'
import {
  findAnyEvent,
  listEvents,
  lockEvent,
  replaceSchedule,
  type StoredEvent,
} from '../../../event/db/event.ts'
import { listMaps } from '../../../event/db/eventMap.ts'
import { listEventPlaces } from '../../../event/eventPack.ts'
import { daysPerSchedule, entriesPerScheduleDay, prunedEntriesUnasked } from '../../../limits/sizes.ts'
import { type EventActContext, fail } from '../../../officers/act.ts'
import { type EntryNames, type IncomingEntry, isNearEvent } from './incoming.ts'
import { findNearPlace } from './nearPlace.ts'
import { isChange, planSchedule } from './plan.ts'

interface Incoming {
  readonly entries: readonly IncomingEntry[]
  /** What the file has too, and is not taken from it. */
  readonly leftOut: readonly EntryNames[]
  /** Removes what is stored and not among them. */
  readonly isPruned: boolean
  /** So many entries go, as the officer has said. Where it is most of the schedule, nothing is done without it. */
  readonly removes: number | undefined
  /** Only says what would change. */
  readonly isDry: boolean
}

/** The event near which most of these days are. */
export async function findFittingEvent(
  tx: Tx,
  { event }: EventActContext,
  days: readonly string[],
): Promise<{ event: StoredEvent; count: number } | undefined> {
  const others = (await listEvents(tx)).filter(({ id }) => id !== event.id)
  const fits = others.map((other) => {
    const dates = { startDate: other.start_on, endDate: other.end_on }
    return { event: other, count: days.filter((day) => isNearEvent(day, dates)).length }
  })
  const [best] = fits.toSorted((a, b) => b.count - a.count)
  return best === undefined || best.count === 0 ? undefined : best
}

/** A place of the file that is none of the event's, and one that is. */
export interface NearPlace {
  readonly line: number
  readonly place: string
  readonly near: string
}

export async function importSchedule(
  tx: Tx,
  context: EventActContext,
  { entries, leftOut, isPruned, removes, isDry }: Incoming,
) {
  const { event } = context
  await lockEvent(tx, event.id)
  const stored = (await findAnyEvent(tx, event.id))?.schedule ?? []
  const places = await listEventPlaces(tx, event.id)
  const plan = planSchedule(stored, entries, { isPruned, places, leftOut })
  refuseTooMuch(plan.days)
  const all = stored.flatMap((day) => day.entries).length
  const gone = plan.missing.length
  const isMost = isPruned && gone > prunedEntriesUnasked && gone * 2 > all
  const isAsking = isMost && removes !== gone
  if (!isDry && !isAsking && isChange(plan, isPruned)) {
    await replaceSchedule(tx, event.id, plan.days)
    await tellChange(tx, context)
  }
  const maps = await listMaps(tx, [event.id])
  const nearPlaces = entries.flatMap(({ line, place = '' }): NearPlace[] => {
    const near = findNearPlace(place, maps, places)
    return near === undefined ? [] : [{ line, place, near }]
  })
  return { ...plan, nearPlaces, all, isAsking, isOver: isOver(context) }
}

/** An event that is over is no news, but its schedule may be corrected. */
async function tellChange(tx: Tx, context: EventActContext): Promise<void> {
  const { tenant, event, now } = context
  if (!isOver(context)) {
    await announceChange(tx, { eventId: event.id, parts: ['schedule'], at: new Date(now) })
  }
  await planReminders(tx, tenant.id, now, [event.id])
}

function isOver({ event, now }: EventActContext): boolean {
  return event.end_on < findDay(now, event.time_zone)
}

function refuseTooMuch(days: readonly ScheduleDay[]): void {
  const full = days.find(({ entries }) => entries.length > entriesPerScheduleDay)
  if (full !== undefined) {
    fail('not-possible', { why: 'too-many-entries', day: full.date, most: entriesPerScheduleDay })
  }
  if (days.length > daysPerSchedule) fail('not-possible', { why: 'too-many-days', most: daysPerSchedule })
}
