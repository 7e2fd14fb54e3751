// What an officer's calendar or table says of the schedule, before it is compared with the stored one.
import { addDays } from '../../../../domain/day.ts'
import { findEntryFault } from '../../../../domain/schedule.ts'
import { lengths } from '../../../../domain/shapes/fileValues.ts'
import { scheduleDaysAround } from '../../../limits/times.ts'
import type { LineFault } from '../../../officers/inputFile.ts'

/** An entry as the file has it. A field that the file cannot say is undefined and stays as it is. */
export interface IncomingEntry {
  readonly line: number
  /** The stable id, if the file has one. */
  readonly id: string | undefined
  /** The calendar day on which it begins. */
  readonly day: string
  readonly startTime: string
  /** '' if no end is known. Before the start: on the next day. */
  readonly endTime: string | undefined
  readonly label: string
  readonly place: string | undefined
  readonly description: string | undefined
  readonly isCancelled: boolean | undefined
}

/** Something in the file that was not taken as it stands, and why. */
export type LineNote = Omit<LineFault, 'column'>

/** The names of an entry that is not taken, by which a stored one is spared. */
export interface EntryNames {
  readonly id: string | undefined
  readonly label: string
}

/** A line or an entry that is not understood. */
export interface LeftOut extends LineFault, EntryNames {}

export interface ReadSchedule {
  readonly entries: readonly IncomingEntry[]
  /** With one of them nothing is taken. */
  readonly faults: readonly LineFault[]
  /** Beside them the rest is taken. */
  readonly leftOut?: readonly LeftOut[]
  /** What a note says is not taken. */
  readonly setAside: readonly EntryNames[]
  /** The days of those that are not near the show, one for each. */
  readonly otherDays?: readonly string[]
  readonly notes: readonly LineNote[]
}

/** What the readers know of the event. */
export type ReadingEvent = Readonly<Record<'startDate' | 'endDate' | 'timeZone', string>>

export function isNearEvent(
  day: string,
  { startDate, endDate }: Pick<ReadingEvent, 'startDate' | 'endDate'>,
): boolean {
  return addDays(startDate, -scheduleDaysAround) <= day && day <= addDays(endDate, scheduleDaysAround)
}

/** What begins earlier belongs to the evening before, where that day has a programme. */
export const nightUntil = '04:00'

/** Somebody may clear away after the show, but more often the day is a slip. The last evening runs into its night. */
export function listLateNotes(
  { line, label, day, startTime }: IncomingEntry,
  { endDate }: ReadingEvent,
): LineNote[] {
  const evening = startTime < nightUntil ? addDays(day, -1) : day
  if (evening <= endDate) return []
  return [
    {
      line,
      message: `'${label}' is on ${day}, after the show's last day, ${endDate}. It is taken: check the day.`,
    },
  ]
}

/** What no entry can hold, whatever file it comes from. `toColumn`: as the file calls it. */
export function listEntryFaults(
  entry: IncomingEntry,
  toColumn: (field: 'label' | 'place' | 'description' | 'end') => string,
): LineFault[] {
  const { line, label, place = '', description = '', startTime, endTime = '' } = entry
  const faults: LineFault[] = []
  const limited = [
    ['label', label, lengths.label],
    ['place', place, lengths.label],
    ['description', description, lengths.prose],
  ] as const
  for (const [field, text, most] of limited) {
    if (text.length <= most) continue
    const message = `has ${text.length} characters. Shorten it to ${most}.`
    faults.push({ line, column: toColumn(field), message })
  }
  if (findEntryFault({ startTime, endTime }) === 'ends-before-start') {
    const message = `${endTime} is before the start, ${startTime}, and on the next day it would be more than 16 hours later. Correct the start or the end.`
    faults.push({ line, column: toColumn('end'), message })
  }
  return faults
}

/** Of two rows that say the same nobody knows which one is meant, and a ref is the name of one entry. */
export function listDoubleFaults(entries: readonly IncomingEntry[], idColumn: string): LineFault[] {
  const faults: LineFault[] = []
  const rows = new Map<string, number>()
  const ids = new Map<string, number>()
  for (const { line, ...entry } of entries) {
    const { id } = entry
    const row = JSON.stringify(entry)
    const same = rows.get(row)
    const named = id === undefined ? undefined : ids.get(id)
    if (same !== undefined) {
      faults.push({ line, column: '', message: `says the same as line ${same}. Remove one of them.` })
    } else if (named !== undefined) {
      const message = `'${id}' is the ref of line ${named} too. Give each entry its own.`
      faults.push({ line, column: idColumn, message })
    }
    rows.set(row, same ?? line)
    if (id !== undefined) ids.set(id, named ?? line)
  }
  return faults
}

/** Lines end alike, and nothing invisible is left but line ends. */
export function toPlainText(text: string): string {
  return text
    .toWellFormed()
    .replace(/\r\n?/g, '\n')
    .replace(/(?!\n)[\p{Cc}\p{Zl}\p{Zp}]/gu, ' ')
    .trim()
}

export function toPlainLine(text: string): string {
  return toPlainText(text).replace(/\s+/g, ' ')
}
