// The lines of an iCalendar file (RFC 5545): unfolded, with their parameters, grouped by component. Below, what its
// dates, times, lengths and time zones mean.
import { findClock } from '../../../../domain/clock.ts'
import { findDay, toInstant } from '../../../../domain/day.ts'
import { dayMs, hourMs, minuteMs } from '../../../../domain/time.ts'

export interface CalendarProperty {
  readonly line: number
  readonly name: string
  readonly params: ReadonlyMap<string, string>
  /** Still escaped. */
  readonly value: string
}

export interface CalendarComponent {
  readonly line: number
  readonly name: string
  readonly properties: readonly CalendarProperty[]
  readonly components: readonly CalendarComponent[]
}

interface OpenComponent extends CalendarComponent {
  readonly properties: CalendarProperty[]
  readonly components: CalendarComponent[]
}

/** The top component, or the line at which the text stops to be a calendar. */
export function readCalendarLines(text: string): CalendarComponent | { faultLine: number } {
  const open: OpenComponent[] = []
  let top: CalendarComponent | undefined
  let lastLine = 1
  for (const { line, content } of unfold(text)) {
    lastLine = line
    const property = readProperty(content, line)
    if (property === undefined) return { faultLine: line }
    const { name, value } = property
    const inside = open.at(-1)
    if (name === 'BEGIN') {
      const component: OpenComponent = {
        line,
        name: value.trim().toUpperCase(),
        properties: [],
        components: [],
      }
      if (inside === undefined && top !== undefined) return top // a second calendar in the file
      inside?.components.push(component)
      if (inside === undefined) top = component
      open.push(component)
    } else if (name === 'END') {
      if (inside?.name !== value.trim().toUpperCase()) return { faultLine: line }
      open.pop()
    } else if (inside === undefined) return { faultLine: line }
    else inside.properties.push(property)
  }
  return top === undefined || open.length > 0 ? { faultLine: lastLine } : top
}

/** A line that begins with a space or a tab goes on where the line before ended. */
function unfold(text: string): { line: number; content: string }[] {
  const lines: { line: number; content: string }[] = []
  text
    .replace(/^\uFEFF/, '')
    .split(/\r\n|\n|\r/)
    .forEach((content, at) => {
      const before = lines.at(-1)
      if (/^[ \t]/.test(content) && before !== undefined) before.content += content.slice(1)
      else if (content.trim() !== '') lines.push({ line: at + 1, content })
    })
  return lines
}

/** `NAME;PARAM=value;PARAM="quoted":value` */
function readProperty(content: string, line: number): CalendarProperty | undefined {
  const head = /^([A-Za-z0-9-]+)((?:;[A-Za-z0-9-]+=(?:"[^"]*"|[^";:,]*)(?:,(?:"[^"]*"|[^";:,]*))*)*):/.exec(
    content,
  )
  if (head === null) return undefined
  const [all, name = '', rest = ''] = head
  const params = [...rest.matchAll(/;([A-Za-z0-9-]+)=("[^"]*"|[^;]*)/g)].map(
    ([, param = '', value = '']) => [param.toUpperCase(), value.replace(/^"|"$/g, '')] as const,
  )
  return { line, name: name.toUpperCase(), params: new Map(params), value: content.slice(all.length) }
}

export function findProperty({ properties }: CalendarComponent, wanted: string) {
  return properties.find(({ name }) => name === wanted)
}

/** Still escaped; '' if it is not there. */
export function readValue(component: CalendarComponent, wanted: string): string {
  return findProperty(component, wanted)?.value.trim() ?? ''
}

/** The text of a value: `\n` is a line end, and `\,` `\;` `\\` are the signs themselves. */
export function unescapeText(value: string): string {
  return value.replace(/\\([\\;,nN])/g, (_, sign: string) => (sign === 'n' || sign === 'N' ? '\n' : sign))
}

type CalendarTime =
  | { kind: 'instant'; instant: number }
  | { kind: 'whole-day' }
  | { kind: 'fault'; message: string }

/** The time zones that Outlook names in its own way, of those in which our clubs are. */
const outlookZones: Readonly<Record<string, string>> = {
  'eastern standard time': 'America/New_York',
  'us eastern standard time': 'America/Indianapolis',
  'central standard time': 'America/Chicago',
  'mountain standard time': 'America/Denver',
  'us mountain standard time': 'America/Phoenix',
  'pacific standard time': 'America/Los_Angeles',
  'alaskan standard time': 'America/Anchorage',
  'hawaiian standard time': 'Pacific/Honolulu',
  'sa western standard time': 'America/Puerto_Rico',
}

export type FindZone = (tzid: string) => string | undefined

/** Finds the zone that a TZID means. The file's own VTIMEZONE may say its real name. */
export function createFindZone(calendar: CalendarComponent): FindZone {
  const locations = new Map(
    calendar.components
      .filter(({ name }) => name === 'VTIMEZONE')
      .map((zone) => [readValue(zone, 'TZID'), readValue(zone, 'X-LIC-LOCATION')]),
  )
  return (tzid) => {
    const ends = [tzid, tzid.split('/').slice(-2).join('/'), tzid.split('/').slice(-3).join('/')]
    const names = [...ends, locations.get(tzid), outlookZones[tzid.toLowerCase()]]
    return names.find((name) => name !== undefined && isZone(name))
  }
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

/** A time without a zone is the event's. */
export function readTime(
  { value, params }: CalendarProperty,
  eventZone: string,
  findZone: FindZone,
): CalendarTime {
  const text = value.trim()
  if (params.get('VALUE')?.toUpperCase() === 'DATE' || /^\d{8}$/.test(text)) return { kind: 'whole-day' }
  const [, year, month, date, hour, minute, utc] =
    /^(\d{4})(\d{2})(\d{2})T([01]\d|2[0-3])([0-5]\d)(?:[0-5]\d|60)(Z?)$/.exec(text) ?? []
  const day = `${year}-${month}-${date}`
  if (hour === undefined || Number.isNaN(Date.parse(`${day}T00:00:00Z`))) {
    return { kind: 'fault', message: `'${text}' is no time. A time looks like 20260613T140000.` }
  }
  const tzid = params.get('TZID')
  const zone = utc === 'Z' ? 'UTC' : tzid === undefined ? eventZone : findZone(tzid)
  if (zone === undefined) {
    const message = `the time zone '${tzid}' is not known. Export the calendar with the time zone ${eventZone}.`
    return { kind: 'fault', message }
  }
  return { kind: 'instant', instant: toInstant(day, `${hour}:${minute}`, zone) }
}

/** "PT1H30M", "P1D", "P1W" in milliseconds. Undefined for anything else, also for a negative length. */
export function readDuration(value: string): number | undefined {
  const match =
    /^\+?P(?:(\d{1,4})W|(?:(\d{1,4})D)?(?:T(?:(\d{1,5})H)?(?:(\d{1,6})M)?(?:(\d{1,7})S)?)?)$/.exec(
      value.trim(),
    )
  if (match === null || !/\d/.test(value)) return undefined
  const [weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0] = match
    .slice(1)
    .map((part) => Number(part ?? 0))
  return weeks * 7 * dayMs + days * dayMs + hours * hourMs + minutes * minuteMs + seconds * 1000
}

export function toDayAndTime(instant: number, timeZone: string): { day: string; time: string } {
  return { day: findDay(instant, timeZone), time: findClock(instant, timeZone) }
}
