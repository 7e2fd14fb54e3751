// Brings the entries of a calendar or a table into an event's schedule.

import { findDay } from '../../../../domain/day.ts'
import type { ScheduleDay } from '../../../../domain/schedule.ts'
import { announceChange, planReminders } from '../../../alerts/announce.ts'
import type { Tx } from '../../../db/open.ts'
import { findAnyEvent, lockEvent, replaceSchedule } from '../../../event/db/event.ts'
import { listMaps } from '../../../event/db/eventMap.ts'
import { listEventPlaces } from '../../../event/eventPack.ts'
import { daysPerSchedule, entriesPerScheduleDay } from '../../../limits/sizes.ts'
import { type EventActContext, fail } from '../../../officers/act.ts'
import type { EntryNames, IncomingEntry } from './incoming.ts'
import { findNearPlace } from './nearPlace.ts'
import { isChange, planSchedule } from './plan.ts'

interface Incoming {
  readonly entries: readonly IncomingEntry[]
  /** What the file has too, and is not taken from it. */
  readonly leftOut: readonly EntryNames[]
  /** Removes what is stored and not among them. */
  readonly isPruned: boolean
  /** Only says what would change. */
  readonly isDry: boolean
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
  { entries, leftOut, isPruned, isDry }: Incoming,
) {
  const { event } = context
  await lockEvent(tx, event.id)
  const stored = (await findAnyEvent(tx, event.id))?.schedule ?? []
  const places = await listEventPlaces(tx, event.id)
  const plan = planSchedule(stored, entries, { isPruned, places, leftOut })
  refuseTooMuch(plan.days)
  if (!isDry && isChange(plan, isPruned)) {
    await replaceSchedule(tx, event.id, plan.days)
    await tellChange(tx, context)
  }
  const maps = await listMaps(tx, [event.id])
  const nearPlaces = entries.flatMap(({ line, place = '' }): NearPlace[] => {
    const near = findNearPlace(place, maps, places)
    return near === undefined ? [] : [{ line, place, near }]
  })
  return { ...plan, nearPlaces }
}

/** An event that is over is no news, but its schedule may be corrected. */
async function tellChange(tx: Tx, { tenant, event, now }: EventActContext): Promise<void> {
  if (event.end_on >= findDay(now, event.time_zone)) {
    await announceChange(tx, { eventId: event.id, parts: ['schedule'], at: new Date(now) })
  }
  await planReminders(tx, tenant.id, now, [event.id])
}

function refuseTooMuch(days: readonly ScheduleDay[]): void {
  const full = days.find(({ entries }) => entries.length > entriesPerScheduleDay)
  if (full !== undefined) {
    fail('not-possible', { why: 'too-many-entries', day: full.date, most: entriesPerScheduleDay })
  }
  if (days.length > daysPerSchedule) fail('not-possible', { why: 'too-many-days', most: daysPerSchedule })
}
