// Next year's event from last year's: what is moved, what is copied as it is, and what never is.
import { findClock } from '../../../../domain/clock.ts'
import { addDays, addYears, countDays, findDay, toInstant } from '../../../../domain/day.ts'
import { minuteMs } from '../../../../domain/time.ts'
import type { ChangeRecord } from '../../../clubFile/copy.ts'
import type { Fields, Json, RecordKind } from '../../../clubFile/recordKind.ts'

/** What belongs to the people of one show. */
const neverCopied: ReadonlySet<string> = new Set(['entry', 'vendor', 'reservation', 'worker', 'voter'])

/** The same weekday a year later, or more years if that is over too. */
export function findNextStart(start: string, today: string): string {
  let years = 1
  while (addYears(start, years) <= today) years += 1
  const weeks = Math.round(countDays(start, addYears(start, years)) / 7)
  return addDays(start, weeks * 7)
}

/** Where the text names the year of the show, the copy names that of its own. */
export function toNextYear(text: string, from: string, to: string): string {
  return text.replaceAll(from.slice(0, 4), to.slice(0, 4))
}

export interface CopyOfEvent {
  readonly ref: string
  readonly name: string
  /** So many days later, or earlier, by the clock of its zone. */
  readonly days: number
  readonly timeZone: string
}

/** `leftOut` counts what is not copied, by the name of its kind. */
export function createCopyChange({ ref, name, days, timeZone }: CopyOfEvent): {
  change: ChangeRecord
  leftOut: Map<string, number>
} {
  const leftOut = new Map<string, number>()
  const change: ChangeRecord = (kind, value) => {
    const isRevoked = kind.name === 'judge' && value.revokedAt !== undefined
    if (neverCopied.has(kind.name) || isRevoked) {
      leftOut.set(kind.name, (leftOut.get(kind.name) ?? 0) + 1)
      return undefined
    }
    const moved = moveDays(kind, value, days, timeZone)
    if (kind.name !== 'event') return moved
    return { ...moved, ref, name, published: false, schedule: moveSchedule(value.schedule, days) }
  }
  return { change, leftOut }
}

/** All days and instants of a record. */
function moveDays(kind: RecordKind, value: Fields, days: number, timeZone: string): Fields {
  const moved = { ...value }
  for (const { field, type } of Object.values(kind.columns)) {
    const given = field === null ? undefined : value[field]
    if (field === null || typeof given !== 'string') continue
    if (type === 'date') moved[field] = addDays(given, days)
    if (type === 'timestamptz') moved[field] = moveInstant(given, days, timeZone)
  }
  return moved
}

/** The same time by the clock of the zone, which may have been changed in between. */
function moveInstant(instant: string, days: number, timeZone: string): string {
  const at = Date.parse(instant)
  const day = addDays(findDay(at, timeZone), days)
  return new Date(toInstant(day, findClock(at, timeZone), timeZone) + (at % minuteMs)).toISOString()
}

/** What was cancelled last year is planned again. */
function moveSchedule(schedule: Json | undefined, days: number): Json {
  return ((schedule ?? []) as unknown as ScheduleOfFile).map(({ date, entries, ...others }) => ({
    ...others,
    date: addDays(date, days),
    entries: entries.map(({ cancelled: _, ...entry }) => entry),
  }))
}

type ScheduleOfFile = readonly (Fields & { readonly date: string; readonly entries: readonly Fields[] })[]

export function labelOfFile({ name, label, title, description, row, num }: Fields): string {
  return String(name || label || title || description || `${row ?? ''}${num ?? ''}`)
}
