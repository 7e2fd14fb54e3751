// The times of an iCalendar file and the zones that they are in: those that the file explains itself, those of the
// IANA, and those of Windows.
import ICAL from 'ical.js'
import { findOffset, toInstantBy } from '../../../../../domain/day.ts'
import { dayMs, secondMs } from '../../../../../domain/time.ts'
import { zoneDaysAhead } from '../../../../limits/times.ts'
import {
  type CalendarLine,
  type CalendarPart,
  findPropertyLine,
  readPropertyText,
  readPropertyValue,
  readRawValue,
  toRawValue,
} from './calendarLines.ts'
import { listRuleTimes } from './calendarRules.ts'
import { windowsZones } from './windowsZones.ts'

/** How many milliseconds a zone is ahead of UTC at an instant. */
export type ZoneOffset = (instant: number) => number

/** A time as it is written, and the instant that it is. */
export interface ZonedTime {
  /** As if it were of UTC. */
  readonly local: number
  readonly instant: number
  readonly offset: ZoneOffset
}

export type CalendarTime =
  | ({ readonly kind: 'instant' } & ZonedTime)
  /** 'YYYY-MM-DD'. */
  | { readonly kind: 'whole-day'; readonly day: string }
  | { readonly kind: 'fault'; readonly message: string }

export interface CalendarZones {
  /** The event's, for a time without a zone. */
  readonly own: string
  /** How a time of the event is written. */
  readonly sample: string
  find(tzid: string): ZoneOffset | undefined
  /** Zones of the file that are not what their name says, at the show. */
  readonly unlike: readonly { line: number; tzid: string }[]
}

/**
 * Of each calendar of a file. A name that it does not explain, and nobody else knows, is what the other calendars of the
 * file say, unless they say different things. `show`: an instant of it.
 */
export function createZones(
  calendars: readonly CalendarPart[],
  own: string,
  show: number,
): (calendar: CalendarPart) => CalendarZones {
  const last = show + zoneDaysAhead * dayMs
  const sample = `${new Date(show).toISOString().slice(0, 10).replaceAll('-', '')}T140000`
  const explain = remember(
    (zone: CalendarPart) => readOwnZone(zone, last) ?? findNamedZone(toName(zone), zone),
  )
  const all = Map.groupBy(calendars.flatMap(listZones), toName)
  const findShared = remember((tzid: string) => {
    const offsets = (all.get(tzid) ?? []).flatMap((zone) => explain(zone) ?? [])
    const isOne = new Set(offsets.map((offset) => offset(show))).size === 1
    return findNamedZone(tzid, undefined) ?? (isOne ? offsets[0] : undefined)
  })
  return (calendar) => {
    const explained = new Map(listZones(calendar).map((zone) => [toName(zone), zone]))
    const find = (tzid: string) => {
      const zone = explained.get(tzid.trim())
      return (zone && explain(zone)) ?? findShared(tzid.trim())
    }
    const unlike = [...explained].flatMap(([tzid, { line }]) =>
      isZone(tzid) && find(tzid)?.(show) !== findOffset(show, tzid) ? [{ line, tzid }] : [],
    )
    return { own, sample, find, unlike }
  }
}

function listZones({ parts }: CalendarPart): CalendarPart[] {
  return parts.filter(({ name }) => name === 'vtimezone')
}

function toName(zone: CalendarPart): string {
  return readPropertyText(zone, 'tzid').trim()
}

function remember<Key>(look: (key: Key) => ZoneOffset | undefined): (key: Key) => ZoneOffset | undefined {
  const known = new Map<Key, ZoneOffset | undefined>()
  return (key) => {
    if (!known.has(key)) known.set(key, look(key))
    return known.get(key)
  }
}

interface Onset {
  readonly at: number
  readonly from: number
  readonly to: number
}

/** Undefined if the file does not say enough, or a line of it is left out. */
function readOwnZone(zone: CalendarPart, last: number): ZoneOffset | undefined {
  if (zone.isOdd) return undefined
  const rules = zone.parts.filter(({ name }) => name === 'standard' || name === 'daylight')
  const found = rules.map((rule) => listOnsets(rule, last))
  if (found.includes(undefined)) return undefined
  const onsets = found.flatMap((each) => each ?? []).sort((a, b) => a.at - b.at)
  const [first] = onsets
  if (first === undefined) return undefined
  return (instant) => onsets.findLast(({ at }) => at <= instant)?.to ?? first.from
}

function listOnsets(rule: CalendarPart, last: number): Onset[] | undefined {
  const from = readOffset(rule, 'tzoffsetfrom')
  const to = readOffset(rule, 'tzoffsetto')
  const start = parseTime(readRawValue(rule, 'dtstart'))?.local
  if (from === undefined || to === undefined || start === undefined) return undefined
  const times: (number | undefined)[] = []
  for (const line of rule.lines) {
    const { property } = line
    if (property.name === 'rdate') times.push(...listValues(line).map((value) => parseTime(value)?.local))
    if (property.name !== 'rrule') continue
    const found = listRuleTimes(property, { start, last, toLocal: (instant) => instant + from })
    times.push(...(found ?? [undefined]))
  }
  if (findPropertyLine(rule, 'rrule') === undefined) times.push(start)
  if (times.includes(undefined)) return undefined
  return times.map((local = 0) => ({ at: local - from, from, to }))
}

function readOffset(rule: CalendarPart, name: string): number | undefined {
  const value = readPropertyValue<ICAL.UtcOffset>(findPropertyLine(rule, name))
  return value === undefined ? undefined : value.toSeconds() * secondMs
}

/** Programs put a maker's name before an IANA name. */
function findNamedZone(tzid: string, explained: CalendarPart | undefined): ZoneOffset | undefined {
  const [last2, last3] = [2, 3].map((count) => tzid.split('/').slice(-count).join('/'))
  const location = explained && readPropertyText(explained, 'x-lic-location').trim()
  const names = [location, tzid, last2, last3, findWindowsZone(tzid)]
  const name = names.find((each) => each !== undefined && isZone(each))
  return name === undefined ? undefined : (instant) => findOffset(instant, name)
}

const windowsNames = new Map(Object.entries(windowsZones).map(([name, zone]) => [name.toLowerCase(), zone]))

function findWindowsZone(name: string): string | undefined {
  return windowsNames.get(name.toLowerCase())
}

function isZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: name })
    return true
  } catch {
    return false // the runtime does not know this zone
  }
}

export function readCalendarTime(line: CalendarLine, zones: CalendarZones): CalendarTime {
  return readWritten(toRawValue(line), line.property, zones)
}

/** Each time of an RDATE or EXDATE; of a period its start. */
export function readCalendarTimes(line: CalendarLine, zones: CalendarZones): CalendarTime[] {
  return listValues(line).map((value) => readWritten(value, line.property, zones))
}

function listValues(line: CalendarLine): string[] {
  return toRawValue(line)
    .split(',')
    .map((value) => value.replace(/\/.*$/, '').trim())
}

function readWritten(
  raw: string,
  property: ICAL.Property,
  { own, sample, find }: CalendarZones,
): CalendarTime {
  const written = parseTime(raw)
  if (written === undefined) {
    return { kind: 'fault', message: `'${raw}' is no time. A time looks like ${sample}.` }
  }
  const { value, local, isUtc } = written
  if (local === undefined) return { kind: 'whole-day', day: value }
  const tzid = isUtc ? undefined : property.getFirstParameter('tzid')
  const ofName = isUtc ? 'UTC' : own
  const offset = tzid === undefined ? (instant: number) => findOffset(instant, ofName) : find(tzid)
  if (offset === undefined) {
    const message = `the time zone '${tzid}' is not known. Export the calendar with the time zone ${own}.`
    return { kind: 'fault', message }
  }
  return { kind: 'instant', local, instant: toInstantBy(local, offset), offset }
}

interface WrittenValue {
  /** 'YYYY-MM-DD', or with its time. */
  readonly value: string
  /** Undefined of a day. */
  readonly local: number | undefined
  readonly isUtc: boolean
}

/** The library passes over what follows a time, so what it has read is compared with what is written. */
function parseTime(raw: string): WrittenValue | undefined {
  const isDay = raw.length === 'YYYYMMDD'.length
  const { fromICAL, toICAL } = ICAL.design.icalendar.value[isDay ? 'date' : 'date-time']
  const value: string = fromICAL(raw)
  const isUtc = value.endsWith('Z')
  try {
    if (toICAL(value) !== raw) return undefined
    const local = Temporal.PlainDateTime.from(isUtc ? value.slice(0, -1) : value)
    const asUtc = local.toZonedDateTime('UTC').epochMilliseconds
    return { value, local: isDay ? undefined : asUtc, isUtc }
  } catch {
    return undefined // there is no such day or time
  }
}
