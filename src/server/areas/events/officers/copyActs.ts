// Makes next year's event from last year's.
import { addDays, addYears, countDays, findDay } from '../../../../domain/day.ts'
import { foldText } from '../../../../domain/search.ts'
import { copyRecords, insertCopies } from '../../../clubFile/copy.ts'
import { listWarnings } from '../../../clubFile/crossCheck.ts'
import type { Fault } from '../../../clubFile/faults.ts'
import type { ClubFormat } from '../../../clubFile/format.ts'
import type { FileRecord } from '../../../clubFile/recordKind.ts'
import { lockClub } from '../../../db/clubRows.ts'
import type { Tx } from '../../../db/open.ts'
import { findEventByRef, findEventOnDay, listEvents, type StoredEvent } from '../../../event/db/event.ts'
import { farthestCopyYears } from '../../../limits/sizes.ts'
import { type EventActContext, fail } from '../../../officers/act.ts'
import { type DatedText, listDatedTexts } from './datedTexts.ts'
import { createCopyChange, findNextStart, toNextYear } from './eventCopy.ts'
import { listPrices, listTimes, type Price } from './prices.ts'

export interface CopyInput {
  /** The first day of the copy; otherwise the same weekday a year later. */
  readonly start: string | undefined
  readonly name: string | undefined
  readonly ref: string | undefined
  /** Only says what would be copied. */
  readonly isDry: boolean
}

export interface EventCopied {
  /** Null in a dry run. */
  readonly id: number | null
  readonly ref: string
  readonly name: string
  readonly startDate: string
  readonly endDate: string
  /** How far everything is moved. */
  readonly days: number
  readonly records: readonly FileRecord[]
  /** How many are not copied, by the name of their kind in the club file. */
  readonly leftOut: ReadonlyMap<string, number>
  /** An event of the copy's year that has its name. */
  readonly alike: StoredEvent | undefined
  readonly prices: readonly Price[]
  readonly times: readonly string[]
  /** They still name the days of the original. */
  readonly datedTexts: readonly DatedText[]
  readonly warnings: readonly Fault[]
}

/** The copy is not published, and nobody is told. `taken` when there is an event with its ref, or its name and day. */
export const createEventCopy =
  (format: ClubFormat) =>
  async (tx: Tx, context: EventActContext, input: CopyInput): Promise<EventCopied> => {
    const { event, tenant, now, services } = context
    await lockClub(tx)
    const today = findDay(now, event.time_zone)
    const startDate = input.start ?? findNextStart(event.start_on, today)
    if (startDate <= today) {
      fail('not-possible', { why: startDate === today ? 'day-is-today' : 'day-over', day: startDate })
    }
    if (startDate > addYears(today, farthestCopyYears)) {
      fail('not-possible', { why: 'day-far-away', day: startDate, years: farthestCopyYears })
    }
    const days = countDays(event.start_on, startDate)
    const name = input.name ?? toNextYear(event.name, event.start_on, startDate)
    const renamed = toNextYear(event.ref, event.start_on, startDate)
    const ref = input.ref ?? (renamed === event.ref ? `${event.ref}-${startDate}` : renamed)
    const known = await findEventByRef(tx, ref)
    if (known !== undefined)
      fail('taken', { what: 'event-ref', ref, event: { id: known.id, label: known.name } })
    const same = await findEventOnDay(tx, { name, day: startDate })
    if (same !== undefined)
      fail('taken', { what: 'event-name', name, event: { id: same.id, label: same.name } })
    const names = [name, toNextYear(event.name, event.start_on, startDate)].map(foldText)
    const alike = (await listEvents(tx)).find(
      (other) =>
        other.id !== event.id &&
        other.start_on.slice(0, 4) === startDate.slice(0, 4) &&
        names.includes(foldText(other.name)),
    )
    const { change, leftOut } = createCopyChange({ ref, name, days, timeZone: event.time_zone })
    const records = await copyRecords(tx, format, tenant, {
      ...{ field: 'events', ref: event.ref, change },
      newRef: services.newId,
    })
    if (!input.isDry) await insertCopies(tx, format, records)
    return {
      id: input.isDry ? null : ((await findEventByRef(tx, ref))?.id ?? null),
      ...{ ref, name, startDate, endDate: addDays(event.end_on, days), days, records, leftOut, alike },
      prices: listPrices(records),
      times: listTimes(records, event.time_zone),
      datedTexts: listDatedTexts(records, {
        until: Number(event.start_on.slice(0, 4)),
        weekdays: days % 7 !== 0,
      }),
      warnings: listWarnings(records, now),
    }
  }
