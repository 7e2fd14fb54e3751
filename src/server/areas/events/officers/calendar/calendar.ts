// Reads the entries of a schedule from an iCalendar file. An event or a line that is not understood is left out and
// named, and the rest is taken.
import { createHash } from 'node:crypto'
import type ICAL from 'ical.js'
import { findClock } from '../../../../../domain/clock.ts'
import { findDay } from '../../../../../domain/day.ts'
import { secondMs } from '../../../../../domain/time.ts'
import { longestCalendarEntryMs } from '../../../../limits/times.ts'
import type { LineFault } from '../../../../officers/inputFile.ts'
import { toList } from '../../../../officers/words.ts'
import {
  type EntryNames,
  type IncomingEntry,
  isNearEvent,
  type LeftOut,
  type LineNote,
  listEntryFaults,
  listLateNotes,
  type ReadingEvent,
  type ReadSchedule,
  toPlainLine,
  toPlainText,
} from '../incoming.ts'
import {
  type CalendarFile,
  type CalendarLine,
  type CalendarPart,
  findPropertyLine,
  readCalendarLines,
  readPropertyText,
  readPropertyValue,
  readRawValue,
  toRawValue,
} from './calendarLines.ts'
import { toPlainWords } from './calendarText.ts'
import {
  type CalendarTime,
  type CalendarZones,
  createZones,
  readCalendarTime,
  type ZonedTime,
} from './calendarTimes.ts'
import { findRepeats, listRules } from './recurrence.ts'

const columns = { label: 'SUMMARY', place: 'LOCATION', description: 'DESCRIPTION', end: 'DTEND' } as const

export function readCalendarFile(bytes: Uint8Array, event: ReadingEvent): ReadSchedule {
  const file = readCalendarLines(bytes)
  if ('faultLine' in file) {
    const message = 'this is not an iCalendar file, or a part of it is missing. Export it again.'
    return { entries: [], faults: [{ line: file.faultLine, column: '', message }], setAside: [], notes: [] }
  }
  return new CalendarReading(event).read(file)
}

interface CalendarEvent {
  readonly part: CalendarPart
  readonly zones: CalendarZones
  /** Of a calendar that takes its events back. */
  readonly isAllCancelled: boolean
  readonly uid: string
  readonly label: string
  readonly start: CalendarTime | undefined
  /** Which occurrence of a repeated event it takes the place of. */
  readonly replaces: CalendarTime | undefined
}

class CalendarReading implements ReadSchedule {
  readonly entries: IncomingEntry[] = []
  readonly faults: LineFault[] = []
  readonly leftOut: LeftOut[] = []
  readonly setAside: EntryNames[] = []
  readonly otherDays: string[] = []
  readonly notes: LineNote[] = []
  readonly #event: ReadingEvent

  constructor(event: ReadingEvent) {
    this.#event = event
  }

  read({ calendars, odd }: CalendarFile): ReadSchedule {
    for (const { line, message, part } of odd) {
      this.leftOut.push({
        line,
        column: '',
        message,
        ...(part ? toNames(part) : { id: undefined, label: '' }),
      })
    }
    const { startDate, timeZone } = this.#event
    const toZones = createZones(calendars, timeZone, Date.parse(startDate))
    const all = calendars.flatMap((calendar) => this.#listEvents(calendar, toZones(calendar)))
    if (all.length === 0) this.notes.push({ line: 1, message: 'the calendar holds no event' })
    const events = this.#withoutOlder(all)
    const alike = Map.groupBy(events, toKey)
    const replaced = new Map<string, Set<number>>()
    for (const { uid, replaces } of events) {
      if (replaces?.kind !== 'instant') continue
      replaced.set(uid, (replaced.get(uid) ?? new Set()).add(replaces.instant))
    }
    for (const event of events) {
      const entry = this.#readEvent(event, replaced.get(event.uid) ?? new Set())
      const [first = event] = alike.get(toKey(event)) ?? []
      const isAlone = (alike.get(toKey(event))?.length ?? 1) === 1
      if (entry !== undefined) this.#add(isAlone ? entry : { ...entry, id: undefined }, first.part.line)
    }
    return this
  }

  #listEvents(calendar: CalendarPart, zones: CalendarZones): CalendarEvent[] {
    for (const { line, tzid } of zones.unlike) {
      this.#note(
        line,
        `the calendar has rules of its own for the time zone '${tzid}', which differ from that zone's at the show. Its own are taken: check the times.`,
      )
    }
    const isAllCancelled = readRawValue(calendar, 'method').toUpperCase() === 'CANCEL'
    const read = (line: CalendarLine | undefined) => line && readCalendarTime(line, zones)
    return calendar.parts
      .filter(({ name }) => name === 'vevent')
      .map((part) => ({
        part,
        zones,
        isAllCancelled,
        uid: readRawValue(part, 'uid'),
        label: toLabel(part),
        start: read(findPropertyLine(part, 'dtstart')),
        replaces: read(findPropertyLine(part, 'recurrence-id')),
      }))
  }

  /** Of several versions of an event the newest. */
  #withoutOlder(events: readonly CalendarEvent[]): CalendarEvent[] {
    const newest = new Map<string, CalendarEvent>()
    for (const event of events) {
      const before = newest.get(toKey(event))
      if (before === undefined || toVersion(before) < toVersion(event)) newest.set(toKey(event), event)
    }
    return events.filter((event) => {
      const newer = newest.get(toKey(event)) ?? event
      if (toVersion(event) === toVersion(newer)) return true
      const message = `'${event.label}' is an older version of the event of line ${newer.part.line}.`
      this.#note(event.part.line, message)
      return false
    })
  }

  /** Events with one UID, or without any, are told apart by what they say. */
  #add(entry: IncomingEntry, firstLine: number): void {
    const { line, label, id } = entry
    const toRow = (each: IncomingEntry) =>
      JSON.stringify({ ...each, line: 0, place: each.place ?? '', description: each.description ?? '' })
    const row = toRow(entry)
    const isRow = (each: IncomingEntry) => toRow(each) === row
    const same = id === undefined ? this.entries.find(isRow) : undefined
    if (same !== undefined) {
      this.#note(line, `'${label}' says the same as the event of line ${same.line}.`)
      return
    }
    if (firstLine !== line) {
      this.#note(line, `'${label}' has the UID of the event of line ${firstLine}, and is taken as another.`)
    }
    this.notes.push(...listLateNotes(entry, this.#event))
    this.entries.push(entry)
  }

  /** Undefined for what is not taken. */
  #readEvent(event: CalendarEvent, replaced: ReadonlySet<number>): IncomingEntry | undefined {
    const { part, label, start } = event
    const { timeZone } = this.#event
    if (start === undefined) {
      return this.#leaveOut(part, part.line, 'DTSTART', 'is missing. Give the event a start.')
    }
    if (start.kind === 'fault') return this.#leaveOutStart(event, start.message)
    if (start.kind === 'whole-day') {
      return this.#setAside(event, 'lasts whole days. The schedule needs a time: give it one.')
    }
    const day = findDay(start.instant, timeZone)
    const { isFirstLeftOut, days } = findRepeats(part, start, event.zones, this.#event, replaced)
    const isRepeated = listRules(part).length > 0
    if (!isNearEvent(day, this.#event)) {
      const told = isRepeated ? tellRepeats(`began on ${day} and repeats`, ', also', days) : undefined
      return told === undefined ? this.#setAsideElsewhere(event, day) : this.#setAside(event, told)
    }
    if (isRepeated && isFirstLeftOut) {
      const told = tellRepeats(`repeats, but not on its first day, ${day}`, '. It falls', days)
      return this.#setAside(event, told ?? `does not take place on ${day}.`)
    }
    if (label === '') return this.#leaveOut(part, part.line, 'SUMMARY', 'is missing. Give the event a title.')
    const endsAt = this.#readEnd(event, start)
    if (endsAt === undefined) return undefined
    if (endsAt - start.instant > longestCalendarEntryMs) {
      return this.#setAside(event, 'lasts longer than 16 hours. Write an entry for each day.')
    }
    for (const rule of listRules(part)) {
      this.#note(
        rule.line,
        `'${label}' repeats (${rule.content}). Only the first, on ${day}, is taken: write an entry for each other day.`,
      )
    }
    if (event.replaces === undefined && replaced.has(start.instant)) return undefined
    const entry: IncomingEntry = {
      line: part.line,
      id: toNames(part).id,
      day,
      startTime: findClock(start.instant, timeZone),
      endTime: this.#toEndTime(event, start, endsAt),
      label,
      place: readWords(part, 'location', toPlainLine),
      description: readWords(part, 'description', toPlainText),
      isCancelled: event.isAllCancelled || readRawValue(part, 'status').toUpperCase() === 'CANCELLED',
    }
    const faults = listEntryFaults(entry, (field) => columns[field])
    for (const { line, column, message } of faults) this.#leaveOut(part, line, column, message)
    return faults.length === 0 ? entry : undefined
  }

  /** What is not near the show needs no repair. */
  #leaveOutStart(event: CalendarEvent, message: string): undefined {
    const { part } = event
    const line = findPropertyLine(part, 'dtstart')
    const [, year, month, date] = /^(\d{4})(\d{2})(\d{2})T/.exec(readRawValue(part, 'dtstart')) ?? []
    const day = `${year}-${month}-${date}`
    if (year === undefined || isNearEvent(day, this.#event)) {
      return this.#leaveOut(part, line?.line ?? part.line, 'DTSTART', message)
    }
    return this.#setAsideElsewhere(event, day)
  }

  /** Undefined after a fault. */
  #readEnd({ part, zones }: CalendarEvent, start: ZonedTime): number | undefined {
    const end = findPropertyLine(part, 'dtend')
    const duration = findPropertyLine(part, 'duration')
    if (end !== undefined) {
      const time = readCalendarTime(end, zones)
      const message =
        time.kind === 'fault'
          ? time.message
          : time.kind === 'whole-day'
            ? 'is a day, but the start is a time. Give the end a time.'
            : 'is before the start. Correct one of them.'
      if (time.kind === 'instant' && time.instant >= start.instant) return time.instant
      return this.#leaveOut(part, end.line, 'DTEND', message)
    }
    if (duration === undefined) return start.instant
    const length = readLength(duration)
    if (length !== undefined) return start.instant + length
    const message = `'${toRawValue(duration)}' is no length. A length looks like PT1H30M.`
    return this.#leaveOut(part, duration.line, 'DURATION', message)
  }

  /** In the night in which clocks go back an end can be earlier on the clock than the start. */
  #toEndTime({ part, label }: CalendarEvent, { instant }: ZonedTime, endsAt: number): string {
    const { timeZone } = this.#event
    if (endsAt === instant) return ''
    const endTime = findClock(endsAt, timeZone)
    const isTurnedBack =
      findDay(endsAt, timeZone) === findDay(instant, timeZone) && endTime <= findClock(instant, timeZone)
    if (!isTurnedBack) return endTime
    this.#note(
      part.line,
      `'${label}' ends at ${endTime}, after clocks have gone back. The schedule cannot say that, so it has no end.`,
    )
    return ''
  }

  #leaveOut(part: CalendarPart, line: number, column: string, message: string): undefined {
    this.leftOut.push({ line, column, message, ...toNames(part) })
  }

  #setAside({ part, label }: CalendarEvent, why: string, names: EntryNames = toNames(part)): undefined {
    this.setAside.push(names)
    return this.#note(part.line, `'${label}' ${why}`)
  }

  /** A calendar of many years has one title often, so a title says little where there is a UID. */
  #setAsideElsewhere(event: CalendarEvent, day: string): undefined {
    this.otherDays.push(day)
    const names = toNames(event.part)
    const known = names.id === undefined ? names : { ...names, label: '' }
    return this.#setAside(event, `is on ${day}, which is not a day of the show.`, known)
  }

  #note(line: number, message: string): undefined {
    this.notes.push({ line, message })
  }
}

/** Undefined when it falls on no day of the show. */
function tellRepeats(how: string, on: string, days: readonly string[] | undefined): string | undefined {
  if (days === undefined) {
    return `${how}, perhaps on a day of the show. Repetitions are not taken: write an entry for each day.`
  }
  if (days.length === 0) return undefined
  return `${how}${on} on ${toList(days)}, in the show. Repetitions are not taken: write an entry for each of these days.`
}

/** What two versions of an event have in common. */
function toKey({ part, uid, replaces }: CalendarEvent): string {
  if (uid === '') return `line ${part.line}`
  const replaced = replaces?.kind === 'instant' ? replaces.instant : readRawValue(part, 'recurrence-id')
  return `${uid}\n${replaced}`
}

function toVersion({ part }: CalendarEvent): number {
  return Number(readPropertyText(part, 'sequence'))
}

function toLabel(part: CalendarPart): string {
  return toPlainLine(toPlainWords(readPropertyText(part, 'summary')))
}

/** Undefined if the event has no such property, so that what is stored stays. */
function readWords(part: CalendarPart, name: string, toPlain: (text: string) => string): string | undefined {
  const isThere = findPropertyLine(part, name) !== undefined
  return isThere ? toPlain(toPlainWords(readPropertyText(part, name))) : undefined
}

/** The UID itself where it can be a ref; it stays the same from one import to the next. */
function toNames(part: CalendarPart): Pick<LeftOut, 'id' | 'label'> {
  const [uid, replaces] = [readRawValue(part, 'uid'), readRawValue(part, 'recurrence-id')]
  const name = replaces === '' ? uid : `${uid}/${replaces}`
  const hash = () => `ics-${createHash('sha256').update(name).digest('hex').slice(0, 24)}`
  return {
    id: uid === '' ? undefined : /^[\w.:@/-]{1,80}$/.test(name) ? name : hash(),
    label: toLabel(part),
  }
}

/** In milliseconds. Undefined for what is no length, also for a negative one. */
function readLength(line: CalendarLine): number | undefined {
  const seconds = readPropertyValue<ICAL.Duration>(line)?.toSeconds()
  return seconds === undefined || seconds < 0 ? undefined : seconds * secondMs
}
