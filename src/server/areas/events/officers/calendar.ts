// Reads the entries of a schedule from an iCalendar file.
import { createHash } from 'node:crypto'
import { longestCalendarEntryMs } from '../../../limits/times.ts'
import type { LineFault } from '../../../officers/inputFile.ts'
import { toList } from '../../../officers/words.ts'
import {
  type CalendarComponent,
  type CalendarProperty,
  createFindZone,
  type FindZone,
  findProperty,
  readCalendarLines,
  readDuration,
  readTime,
  readValue,
  toDayAndTime,
  unescapeText,
} from './calendarFormat.ts'
import {
  type IncomingEntry,
  isNearEvent,
  type LineNote,
  listEntryFaults,
  type ReadingEvent,
  type ReadSchedule,
  toPlainLine,
  toPlainText,
} from './incoming.ts'
import { listRepeats } from './recurrence.ts'

const columns = { label: 'SUMMARY', place: 'LOCATION', description: 'DESCRIPTION', end: 'DTEND' } as const

export function readCalendarFile(text: string, event: ReadingEvent): ReadSchedule {
  const calendar = readCalendarLines(text)
  if ('faultLine' in calendar || calendar.name !== 'VCALENDAR') {
    const line = 'faultLine' in calendar ? calendar.faultLine : calendar.line
    const message = 'this is not an iCalendar file, or a part of it is missing. Export it again.'
    return { entries: [], faults: [{ line, column: '', message }], notes: [] }
  }
  return new CalendarReading(event, calendar).read(calendar)
}

class CalendarReading implements ReadSchedule {
  readonly entries: IncomingEntry[] = []
  readonly faults: LineFault[] = []
  readonly notes: LineNote[] = []
  readonly #event: ReadingEvent
  readonly #findZone: FindZone

  constructor(event: ReadingEvent, calendar: CalendarComponent) {
    this.#event = event
    this.#findZone = createFindZone(calendar)
  }

  read(calendar: CalendarComponent): ReadSchedule {
    const events = calendar.components.filter(({ name }) => name === 'VEVENT')
    const isAllCancelled = readValue(calendar, 'METHOD').toUpperCase() === 'CANCEL'
    for (const event of withoutOlder(events)) {
      const entry = this.#readEvent(event, isAllCancelled)
      if (entry !== undefined) this.entries.push(entry)
    }
    if (events.length === 0) this.notes.push({ line: 1, message: 'the calendar holds no event' })
    return this
  }

  /** Undefined for what is not taken. */
  #readEvent(component: CalendarComponent, isAllCancelled: boolean): IncomingEntry | undefined {
    const { line } = component
    const label = toPlainLine(unescapeText(readValue(component, 'SUMMARY')))
    const start = findProperty(component, 'DTSTART')
    const uid = readValue(component, 'UID')
    if (start === undefined) return this.#fault(line, 'DTSTART', 'is missing. Give the event a start.')
    if (uid === '') return this.#fault(line, 'UID', 'is missing. Export the calendar again, with UIDs.')
    const time = readTime(start, this.#event.timeZone, this.#findZone)
    if (time.kind === 'fault') {
      // an event of another day keeps nobody from importing this show
      const [, year, month, date] = /^(\d{4})(\d{2})(\d{2})T/.exec(start.value.trim()) ?? []
      const writtenDay = `${year}-${month}-${date}`
      if (year === undefined || isNearEvent(writtenDay, this.#event)) {
        return this.#fault(start.line, 'DTSTART', time.message)
      }
      return this.#note(line, `'${label}' is on ${writtenDay}, which is not a day of the show.`)
    }
    if (time.kind === 'whole-day') {
      return this.#note(line, `'${label}' lasts whole days. The schedule needs a time: give it one.`)
    }
    const { day, time: startTime } = toDayAndTime(time.instant, this.#event.timeZone)
    if (!isNearEvent(day, this.#event)) {
      return this.#note(line, `'${label}' ${this.#tellFarDay(component, day)}`)
    }
    if (label === '') return this.#fault(line, 'SUMMARY', 'is missing. Give the event a title.')
    const endsAt = this.#readEnd(component, time.instant)
    if (endsAt === undefined) return undefined
    if (endsAt - time.instant > longestCalendarEntryMs) {
      return this.#note(line, `'${label}' lasts longer than 16 hours. Write an entry for each day.`)
    }
    const recurrence = findProperty(component, 'RECURRENCE-ID')?.value.trim()
    for (const rule of listRules(component)) {
      this.#note(
        rule.line,
        `'${label}' repeats (${rule.name}:${rule.value}). Only the first, on ${day}, is taken: write an entry for each other day.`,
      )
    }
    const entry: IncomingEntry = {
      line,
      id: toEntryId(recurrence === undefined ? uid : `${uid}/${recurrence}`),
      day,
      startTime,
      endTime: endsAt === time.instant ? '' : toDayAndTime(endsAt, this.#event.timeZone).time,
      label,
      place: toPlainLine(unescapeText(readValue(component, 'LOCATION'))),
      description: toDescription(readValue(component, 'DESCRIPTION')),
      isCancelled: isAllCancelled || readValue(component, 'STATUS').toUpperCase() === 'CANCELLED',
    }
    this.faults.push(...listEntryFaults(entry, (field) => columns[field]))
    return entry
  }

  /** An event that began long before the show may repeat on its days. */
  #tellFarDay(component: CalendarComponent, day: string): string {
    const isFar = `is on ${day}, which is not a day of the show.`
    if (listRules(component).length === 0) return isFar
    const { startDate, endDate } = this.#event
    const days = listRepeats(component, day, { first: startDate, last: endDate })
    if (days === undefined) {
      return `began on ${day} and repeats, perhaps on a day of the show. Repetitions are not taken: write an entry for each day.`
    }
    if (days.length === 0) return isFar
    return `began on ${day} and repeats, also on ${toList(days)}, in the show. Repetitions are not taken: write an entry for each of these days.`
  }

  /** Undefined after a fault. */
  #readEnd(component: CalendarComponent, startsAt: number): number | undefined {
    const end = findProperty(component, 'DTEND')
    const duration = findProperty(component, 'DURATION')
    if (end !== undefined) {
      const time = readTime(end, this.#event.timeZone, this.#findZone)
      const message =
        time.kind === 'fault'
          ? time.message
          : time.kind === 'whole-day'
            ? 'is a day, but the start is a time. Give the end a time.'
            : time.instant < startsAt
              ? 'is before the start. Correct one of them.'
              : ''
      if (time.kind === 'instant' && message === '') return time.instant
      return this.#fault(end.line, 'DTEND', message)
    }
    if (duration === undefined) return startsAt
    const length = readDuration(duration.value)
    if (length !== undefined) return startsAt + length
    const message = `'${duration.value}' is no length. A length looks like PT1H30M.`
    return this.#fault(duration.line, 'DURATION', message)
  }

  #fault(line: number, column: string, message: string): undefined {
    this.faults.push({ line, column, message })
  }

  #note(line: number, message: string): undefined {
    this.notes.push({ line, message })
  }
}

function listRules({ properties }: CalendarComponent): CalendarProperty[] {
  return properties.filter(({ name }) => name === 'RRULE' || name === 'RDATE')
}

/**
 * Of several versions of an event the newest. One occurrence of a repeated event that was changed replaces
 * the first occurrence, if it is that one.
 */
function withoutOlder(events: readonly CalendarComponent[]): CalendarComponent[] {
  const newest = new Map<string, CalendarComponent>()
  for (const event of events) {
    const uid = readValue(event, 'UID')
    const key = uid === '' ? `line ${event.line}` : `${uid}\n${readValue(event, 'RECURRENCE-ID')}`
    const before = newest.get(key)
    const isOlder =
      before !== undefined && Number(readValue(event, 'SEQUENCE')) < Number(readValue(before, 'SEQUENCE'))
    if (!isOlder) newest.set(key, event)
  }
  return [...newest.values()].filter((event) => {
    const isFirst = readValue(event, 'RECURRENCE-ID') === ''
    const start = readValue(event, 'DTSTART')
    return !isFirst || start === '' || !newest.has(`${readValue(event, 'UID')}\n${start}`)
  })
}

/** The UID itself where it can be a ref; it stays the same from one import to the next. */
function toEntryId(uid: string): string {
  if (/^[\w.:@/-]{1,80}$/.test(uid)) return uid
  return `ics-${createHash('sha256').update(uid).digest('hex').slice(0, 24)}`
}

/** Some calendars write HTML. Only its words are taken. */
function toDescription(value: string): string {
  const text = unescapeText(value)
  if (!/<(?:br|p|a|b|i|u|ul|li|span|div|html-blob)\b[^>]*>/i.test(text)) return toPlainText(text)
  const words = text
    .replace(/<(?:br|\/p|\/li|\/div)\b[^>]*>/gi, '\n')
    .replace(/<\/?[a-z][^>]*>/gi, '')
    .replace(/&nbsp;/g, ' ')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&#39;/g, "'")
    .replace(/&amp;/g, '&')
  return toPlainText(words)
}
