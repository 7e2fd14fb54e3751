// What a club file may say of an event, and what nobody means: days of last year, a sale that is over long before it.
import { addDays, findDay } from '../../../domain/day.ts'
import type { ScheduleDay } from '../../../domain/schedule.ts'
import { foldText } from '../../../domain/search.ts'
import { findRoot } from '../../clubFile/crossCheck.ts'
import type { FileRecord, Update, UpdateWarning, Warning } from '../../clubFile/recordKind.ts'
import { listRows } from '../../db/clubRows.ts'
import type { Tx } from '../../db/open.ts'
import { daysBesideEvent, daysOfClosedSale } from '../../limits/sizes.ts'
import { readSchedule } from '../db/event.ts'
import { countGivenFor } from '../db/sales.ts'

export function warnOfEvent(event: FileRecord, warning: Warning): void {
  const { registration, workerSignup, votingEnd } = event.value
  const schedule = (event.value.schedule ?? []) as unknown as readonly ScheduleDay[]
  schedule.forEach(({ date }, at) => {
    warnOfDay(event, event, [`schedule[${at}].date`, date], warning)
  })
  if (registration === true) {
    warnOfWindow(event, event, ['reg_startdate', 'reg_enddate', 'The registration'], warning)
  }
  if (workerSignup === true) {
    warnOfWindow(event, event, ['workerStartDate', 'workerEndDate', 'The sign-up of volunteers'], warning)
  }
  // ballots are taken in the window whatever `voting` says
  if (typeof votingEnd === 'string') {
    warnOfDay(event, event, ['votingEnd', findDay(Date.parse(votingEnd), 'UTC')], warning)
  }
}

export function warnOfShift(shift: FileRecord, warning: Warning): void {
  warnOfDay(shift, findRoot(shift), ['shiftDate', String(shift.value.shiftDate)], warning)
}

function warnOfDay(
  record: FileRecord,
  event: FileRecord,
  [field, date]: readonly [field: string, date: string],
  { report }: Warning,
): void {
  const [first, last] = [String(event.value.startDate), String(event.value.endDate)]
  if (date >= addDays(first, -daysBesideEvent) && date <= addDays(last, daysBesideEvent)) return
  report(record, field, `${date} is not near the event, which is from ${first} to ${last}`)
}

/** Of an event that is still to come. */
export function warnOfWindow(
  record: FileRecord,
  event: FileRecord | null,
  [from, until, what]: readonly [from: string, until: string, what: string],
  { now, report }: Warning,
): void {
  const [start, end] = [record.value[from], record.value[until]]
  if (event === null || typeof start !== 'string' || typeof end !== 'string') return
  const toDay = (instant: string) => findDay(Date.parse(instant), 'UTC')
  const [today, opened, closed] = [findDay(now, 'UTC'), toDay(start), toDay(end)]
  const [first, last] = [String(event.value.startDate), String(event.value.endDate)]
  if (last >= today && opened > addDays(last, 1)) {
    report(record, from, `${what} begins on ${opened}, after the event, which ends on ${last}`)
  } else if (last >= today && closed > addDays(last, daysOfClosedSale)) {
    report(record, until, `${what} ends on ${closed}, long after the event, which ends on ${last}`)
  }
  if (first < today || closed >= today || closed >= addDays(first, -daysOfClosedSale)) return
  report(record, until, `${what} has ended on ${closed}, long before the event begins on ${first}`)
}

/** Whoever has bought something has bought it for a day, and wants to see it. */
export async function warnOfEventChanges(tx: Tx, updates: readonly Update[]): Promise<UpdateWarning[]> {
  const given = await countGivenFor(
    tx,
    updates.map(({ placed }) => placed.rowId),
  )
  const warnings: UpdateWarning[] = []
  for (const { placed, changes } of updates) {
    const { record, rowId } = placed
    const count = given.get(rowId) ?? 0
    const has = `${count} ${givenThings}`
    const { startDate, endDate } = record.value
    const isMoved = changes.start_on !== undefined || changes.end_on !== undefined
    if (isMoved && count > 0) {
      const message = `the event is from ${startDate} to ${endDate} now, and keeps what people have of it: ${has}. Next year's event is made with 'event EVENT --copy'`
      warnings.push({ place: `${record.place}.startDate`, message, needsYes: true })
    }
    if (changes.published === false) {
      const message = `the event is hidden from everybody, also from those who have something of it: ${has}`
      warnings.push({ place: `${record.place}.published`, message })
    }
    if (changes.schedule !== undefined) {
      const kept = new Set(listEntryIds(changes.schedule))
      const gone = listEntryIds(await readSchedule(tx, rowId)).filter((id) => !kept.has(id))
      if (gone.length > 0) {
        const message = `entries go from the schedule: ${gone.length}, with the stars that people gave them`
        warnings.push({ place: `${record.place}.schedule`, message })
      }
    }
  }
  return warnings
}

/** Two published events of one name on one day: one of them is last year's with other days. */
export async function listDoubledEvents(tx: Tx): Promise<string[]> {
  const rows = await listRows(tx, 'event', ['id', 'name', 'start_on', 'end_on', 'published'])
  const events = rows
    .filter(({ published }) => published === true)
    .map(({ id, name, start_on, end_on }) => ({
      ...{ id: Number(id), name: String(name), first: String(start_on), last: String(end_on) },
    }))
  return events.flatMap((event) =>
    events
      .filter(
        ({ id, name, first, last }) =>
          id > event.id &&
          foldText(name) === foldText(event.name) &&
          first <= event.last &&
          event.first <= last,
      )
      .map(
        ({ first, last }) =>
          `two published events "${event.name}" have the same day: one is from ${event.first} to ${event.last}, the other from ${first} to ${last}`,
      ),
  )
}

function listEntryIds(schedule: unknown): string[] {
  return (schedule as readonly ScheduleDay[]).flatMap(({ entries }) => entries.map(({ id }) => id))
}

/** By id, why what was made here of an event stays: people have something of it, or see it. */
export async function listHeldEvents(tx: Tx, ids: readonly number[]): Promise<Map<number, string>> {
  const given = await countGivenFor(tx, ids)
  const held = new Map<number, string>()
  for (const { id, name, published } of await listRows(tx, 'event', ['id', 'name', 'published'], { ids })) {
    const count = given.get(Number(id)) ?? 0
    const stays = `tickets, classes, maps, spaces, places, shifts and judging forms of event "${name}" stay, because`
    if (count > 0) held.set(Number(id), `${stays} people have something of it: ${count} ${givenThings}`)
    else if (published === true) {
      held.set(Number(id), `${stays} it is published; 'event ${id} --unpublish' hides it`)
    }
  }
  return held
}

const givenThings = "tickets, cars, spaces, shifts, votes and judges' phones"
