// Files of calendars, made by chance from the entries that should be read from them.
import fc from 'fast-check'
import { windowsZones } from '../../../src/server/areas/events/officers/calendar/windowsZones.ts'
import type { IncomingEntry, ReadingEvent } from '../../../src/server/areas/events/officers/incoming.ts'

type Entry = Omit<IncomingEntry, 'line'>

/** Some of them on nights in which clocks change. */
const shows: readonly ReadingEvent[] = [
  { startDate: '2027-07-23', endDate: '2027-07-25', timeZone: 'America/New_York' },
  { startDate: '2027-11-06', endDate: '2027-11-07', timeZone: 'America/New_York' },
  { startDate: '2027-03-13', endDate: '2027-03-14', timeZone: 'America/Chicago' },
  { startDate: '2027-10-30', endDate: '2027-10-31', timeZone: 'Europe/London' },
  { startDate: '2027-06-11', endDate: '2027-06-13', timeZone: 'Australia/Lord_Howe' },
]

const ianaZones = [
  'America/New_York',
  'America/Los_Angeles',
  'America/Santiago',
  'Asia/Kolkata',
  'Asia/Tokyo',
  'Australia/Lord_Howe',
  'Europe/Dublin',
  'Europe/London',
  'Pacific/Apia',
]
/** How a calendar says when clocks change, in the zones of which a rule is written here. */
const writtenRules: Readonly<Record<string, readonly [standard: string, daylight: string, offsets: string]>> =
  {
    'America/New_York': ['BYDAY=1SU;BYMONTH=11', 'BYDAY=2SU;BYMONTH=3', '-0500 -0400'],
    'Europe/London': ['BYDAY=-1SU;BYMONTH=10', 'BYDAY=-1SU;BYMONTH=3', '+0000 +0100'],
    'Europe/Berlin': ['BYDAY=-1SU;BYMONTH=10', 'BYDAY=-1SU;BYMONTH=3', '+0100 +0200'],
  }
const localHours: Readonly<Record<string, readonly [standard: string, daylight: string]>> = {
  'America/New_York': ['02', '02'],
  'Europe/London': ['02', '01'],
  'Europe/Berlin': ['03', '02'],
}

interface OwnZone {
  readonly name: string
  /** Whose clocks it has. */
  readonly zone: string
  readonly isByRule: boolean
}

function writeOwnZone({ name, zone, isByRule }: OwnZone): string[] {
  const rules = isByRule ? writeRules(zone) : writeTransitions(zone)
  return ['BEGIN:VTIMEZONE', `TZID:${name}`, ...rules, 'END:VTIMEZONE']
}

function writeRules(zone: string): string[] {
  const [standard = '', daylight = '', offsets = ''] = writtenRules[zone] ?? []
  const [standardHour = '', daylightHour = ''] = localHours[zone] ?? []
  const [winter = '', summer = ''] = offsets.split(' ')
  return [
    ...writePart('STANDARD', `16010101T${standardHour}0000`, summer, winter, [
      `RRULE:FREQ=YEARLY;${standard}`,
    ]),
    ...writePart('DAYLIGHT', `16010101T${daylightHour}0000`, winter, summer, [
      `RRULE:FREQ=YEARLY;${daylight}`,
    ]),
  ]
}

/** Each change of the clock by itself. */
function writeTransitions(zone: string): string[] {
  const lines: string[] = []
  let at: Temporal.ZonedDateTime | null = Temporal.ZonedDateTime.from(`2025-01-01T00:00[${zone}]`)
  const begin = at
  lines.push(...writePart('STANDARD', '20250101T000000', toOffset(begin), toOffset(begin), []))
  for (
    at = at.getTimeZoneTransition('next');
    at !== null && at.year < 2030;
    at = at.getTimeZoneTransition('next')
  ) {
    const before = at.subtract({ nanoseconds: 1 })
    const local = at.toInstant().toZonedDateTimeISO(before.offset).toPlainDateTime()
    const name = at.offsetNanoseconds > before.offsetNanoseconds ? 'DAYLIGHT' : 'STANDARD'
    lines.push(
      ...writePart(name, toCompact(local), toOffset(before), toOffset(at), [`RDATE:${toCompact(local)}`]),
    )
  }
  return lines
}

function writePart(name: string, start: string, from: string, to: string, more: readonly string[]): string[] {
  return [
    `BEGIN:${name}`,
    `DTSTART:${start}`,
    `TZOFFSETFROM:${from}`,
    `TZOFFSETTO:${to}`,
    ...more,
    `END:${name}`,
  ]
}

function toOffset({ offset }: Temporal.ZonedDateTime): string {
  return offset.replace(':', '')
}

function toCompact(time: Temporal.PlainDateTime): string {
  return time.toString({ smallestUnit: 'second' }).replace(/[-:]/g, '')
}

/** No letters of which an entity or a tag could be made. */
const signs = ['w', 'x', 'Y', 'Z', ' ', ',', ';', ':', '\\', '"', '&', '<', '>', '=', '7', 'é', 'ü', 'ñ']
const wideSigns = [...signs, '—', 'ł', '漢', '🚗']
const texts = (isWide: boolean, more: readonly string[] = []) =>
  fc
    .array(fc.constantFrom(...(isWide ? wideSigns : signs), ...more), { maxLength: 40, size: 'max' })
    .map((all) => all.join(''))

const oddLines = [
  'X-APPLE-RADIUS=49.9',
  'Bring chairs',
  'Note: bring chairs',
  'DTEND;TZID=Europe/London;20270723T100000',
  ';;:',
  'RRULE:FREQ=SOMETIMES',
  'ATTENDEE;CN="Ann:mailto:ann@example.org',
  'END:VALARM',
]

const oddEvents = [
  [],
  ['DTSTART:soon'],
  ['DTSTART;TZID=Nowhere Standard Time:NEAR'],
  ['DTSTART:NEAR', 'DTEND:20000101T000000'],
  ['DTSTART:NEAR', 'DURATION:later'],
]

const zoneOf = fc.oneof(
  fc.constant({ kind: 'utc' as const }),
  fc.constant({ kind: 'none' as const }),
  fc.record({ kind: fc.constant('iana' as const), zone: fc.constantFrom(...ianaZones) }),
  fc.record({ kind: fc.constant('windows' as const), name: fc.constantFrom(...Object.keys(windowsZones)) }),
  fc.record({ kind: fc.constant('own' as const), at: fc.nat() }),
)

const eventOf = (isWide: boolean) =>
  fc.record({
    zone: zoneOf,
    endZone: zoneOf,
    /** From the first midnight of the show. */
    minute: fc.integer({ min: -60, max: 60 * 48 }),
    length: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 12 * 60 })),
    isByDuration: fc.boolean(),
    title: texts(isWide),
    place: texts(isWide),
    description: texts(isWide, ['\n']),
    isCancelled: fc.boolean(),
    hasSameUid: fc.constantFrom(true, false, false, false, false, false),
    hasUid: fc.constantFrom(false, true, true, true, true, true),
    rule: fc.constantFrom(
      ...[
        [],
        [],
        ['RRULE:FREQ=WEEKLY;WKST=SU;BYDAY=MO'],
        ['RDATE:20270725T090000'],
        ['RRULE:FREQ=DAILY;COUNT=3', 'EXDATE:20270725T090000'],
      ],
    ),
    odd: fc.array(fc.record({ text: fc.constantFrom(...oddLines), at: fc.nat() }), { maxLength: 1 }),
    oddEvent: fc.oneof(
      { weight: 6, arbitrary: fc.constant(null) },
      { weight: 1, arbitrary: fc.constantFrom(...oddEvents) },
    ),
  })

const calendarOf = (isWide: boolean) =>
  fc.record({
    zones: fc.uniqueArray(
      fc.oneof(
        fc.record({
          name: fc.constantFrom('Customized Time Zone', 'GMT', 'Eastern Standard Time 1', 'Club; and, more'),
          zone: fc.constantFrom(...Object.keys(writtenRules)),
          isByRule: fc.constant(true),
        }),
        fc.record({
          name: fc.constantFrom(
            'Club',
            'GMT Standard Time',
            '/example.org/1/Europe/London',
            'America/New_York',
          ),
          zone: fc.constantFrom(...ianaZones),
          isByRule: fc.constant(false),
        }),
      ),
      { selector: ({ name }) => name, minLength: 1, maxLength: 3 },
    ),
    events: fc.array(eventOf(isWide), { maxLength: 6, size: 'max' }),
  })

const fileOf = fc.constantFrom('utf-8', 'utf-8', 'latin1', 'utf16le').chain((encoding) =>
  fc.record({
    encoding: fc.constant(encoding as 'utf-8' | 'latin1' | 'utf16le'),
    show: fc.constantFrom(...shows),
    calendars: fc.array(calendarOf(encoding !== 'latin1'), { minLength: 1, maxLength: 3 }),
    newline: fc.constantFrom('\r\n', '\r\n', '\n', '\r'),
    folds: fc.array(fc.nat(), { minLength: 1, maxLength: 60 }),
    hasMark: fc.boolean(),
  }),
)

type MadeFile = typeof fileOf extends fc.Arbitrary<infer File> ? File : never
type MadeEvent = MadeFile['calendars'][number]['events'][number]

/** The lines of a file, and where its odd ones come to stand. */
class Lines {
  readonly lines: { text: string; isOdd: boolean }[] = []
  add(...lines: readonly string[]): void {
    this.lines.push(...lines.map((text) => ({ text, isOdd: false })))
  }
}

export const makeCalendars = fileOf.map((file) => {
  const { show, calendars } = file
  const out = new Lines()
  const entries: Entry[] = []
  let count = 0
  let lastUid = ''
  const uids: string[] = []
  for (const { zones, events } of calendars) {
    out.add('BEGIN:VCALENDAR', 'VERSION:2.0', ...zones.flatMap(writeOwnZone))
    for (const event of events) {
      count += 1
      const isSame = event.hasSameUid && lastUid !== '' && event.oddEvent === null
      const uid = isSame ? lastUid : event.hasUid ? `uid-${count}@example.org` : ''
      const title = `W${count} ${event.title}`
      const start = findStart(show, event)
      const times =
        event.oddEvent === null
          ? writeTimes(event, zones, start)
          : event.oddEvent.map((line) => line.replace('NEAR', toCompact(start.toPlainDateTime())))
      const body = [
        ...(uid === '' ? [] : [`UID:${uid}`]),
        ...times,
        `SUMMARY:${escapeText(title)}`,
        `LOCATION:${escapeText(event.place)}`,
        `DESCRIPTION:${escapeText(event.description)}`,
        ...(event.isCancelled ? ['STATUS:CANCELLED'] : []),
        ...event.rule,
      ]
      const begin = out.lines.length
      out.add('BEGIN:VEVENT', ...body, 'END:VEVENT')
      for (const { text, at } of event.odd) {
        out.lines.splice(begin + 1 + (at % (body.length + 1)), 0, { text, isOdd: true })
      }
      if (event.oddEvent !== null) {
        markOdd(out, event.oddEvent, begin)
        continue
      }
      if (uid !== '') lastUid = uid
      uids.push(uid)
      entries.push(toEntry(event, show, start, uid, title))
    }
    out.add('END:VCALENDAR')
  }
  const { bytes, leftOut } = toBytes(file, out)
  const isAlone = (uid: string) => uid !== '' && uids.indexOf(uid) === uids.lastIndexOf(uid)
  return {
    bytes,
    event: show,
    entries: entries.map((entry, at) => (isAlone(uids[at] ?? '') ? entry : { ...entry, id: undefined })),
    leftOut,
  }
})

/** An odd event is named by the line that is wrong in it, or by its first. */
function markOdd({ lines }: Lines, wrong: readonly string[], begin: number): void {
  const name = wrong.at(-1)?.split(/[:;]/)[0]
  const at =
    name === undefined
      ? begin
      : lines.findIndex(({ text, isOdd }, index) => index > begin && !isOdd && text.split(/[:;]/)[0] === name)
  const line = lines[at]
  if (line !== undefined) lines[at] = { ...line, isOdd: true }
}

function findStart({ startDate, timeZone }: ReadingEvent, { minute }: MadeEvent): Temporal.ZonedDateTime {
  return Temporal.ZonedDateTime.from(`${startDate}T00:00[${timeZone}]`).add({ minutes: minute })
}

function writeTimes(event: MadeEvent, zones: readonly OwnZone[], start: Temporal.ZonedDateTime): string[] {
  const end = start.add({ minutes: event.length })
  const written = [`DTSTART${writeTime(event.zone, zones, start)}`]
  if (event.length === 0) return written
  if (event.isByDuration)
    return [...written, `DURATION:PT${Math.floor(event.length / 60)}H${event.length % 60}M`]
  return [...written, `DTEND${writeTime(event.endZone, zones, end)}`]
}

function writeTime(zone: MadeEvent['zone'], zones: readonly OwnZone[], time: Temporal.ZonedDateTime): string {
  const inUtc = `:${toCompact(time.withTimeZone('UTC').toPlainDateTime())}Z`
  const explained = zones.map(({ name }) => name)
  const named = (name: string, clocks: string) => {
    const local = time.withTimeZone(clocks).toPlainDateTime()
    // the second time of an hour that comes twice can only be written in UTC
    if (!local.toZonedDateTime(clocks).equals(time.withTimeZone(clocks))) return inUtc
    return `${name === '' ? '' : `;TZID=${/[,;:]/.test(name) ? `"${name}"` : name}`}:${toCompact(local)}`
  }
  if (zone.kind === 'none') return named('', time.timeZoneId)
  if (zone.kind === 'iana' && !explained.includes(zone.zone)) return named(zone.zone, zone.zone)
  if (zone.kind === 'windows' && !explained.includes(zone.name))
    return named(zone.name, windowsZones[zone.name] ?? '')
  const own = zone.kind === 'own' ? zones[zone.at % zones.length] : undefined
  return own === undefined ? inUtc : named(own.name, own.zone)
}

function toEntry(
  event: MadeEvent,
  show: ReadingEvent,
  start: Temporal.ZonedDateTime,
  uid: string,
  title: string,
): Entry {
  const end = start.add({ minutes: event.length })
  const clock = (time: Temporal.ZonedDateTime) => time.toPlainTime().toString({ smallestUnit: 'minute' })
  const day = (time: Temporal.ZonedDateTime) => time.toPlainDate().toString()
  const isTurnedBack = day(end) === day(start) && clock(end) <= clock(start)
  return {
    id: uid,
    day: day(start.withTimeZone(show.timeZone)),
    startTime: clock(start),
    endTime: isTurnedBack ? '' : clock(end),
    label: toLine(title),
    place: toLine(event.place),
    description: event.description.trim(),
    isCancelled: event.isCancelled,
  }
}

const toLine = (text: string) => text.replace(/\s+/g, ' ').trim()

function escapeText(text: string): string {
  return text.replace(/[\\;,]/g, '\\$&').replaceAll('\n', '\\n')
}

/** Folded between any two octets, or in UTF-16 units. */
function toBytes({ encoding, newline, folds, hasMark }: MadeFile, { lines }: Lines) {
  const leftOut: number[] = []
  const physical: Buffer[] = []
  const unit = encoding === 'utf16le' ? 2 : 1
  lines.forEach(({ text, isOdd }, at) => {
    if (isOdd) leftOut.push(physical.length + 1)
    const bytes = Buffer.from(text, encoding)
    const length = bytes.length / unit
    const cuts = [at, at + 1, at + 2]
      .map((each) => 1 + ((folds[each % folds.length] ?? 0) % 160))
      .filter((cut) => cut < length)
    let from = 0
    for (const cut of [...new Set(cuts)].sort((a, b) => a - b)) {
      physical.push(
        Buffer.concat([
          from === 0 ? Buffer.alloc(0) : Buffer.from(at % 2 === 0 ? ' ' : '\t', encoding),
          bytes.subarray(from * unit, cut * unit),
        ]),
      )
      from = cut
    }
    physical.push(
      Buffer.concat([
        from === 0 ? Buffer.alloc(0) : Buffer.from(at % 2 === 0 ? ' ' : '\t', encoding),
        bytes.subarray(from * unit),
      ]),
    )
  })
  const mark = encoding === 'utf16le' || (encoding === 'utf-8' && hasMark) ? '\uFEFF' : ''
  const end = Buffer.from(newline, encoding)
  const bytes = Buffer.concat([Buffer.from(mark, encoding), ...physical.flatMap((line) => [line, end])])
  return { bytes, leftOut }
}

/** The same, with some of its bytes changed or gone. */
export const makeDamaged = fc
  .record({
    made: makeCalendars,
    damage: fc.array(
      fc.record({ at: fc.nat(), with: fc.uint8Array({ maxLength: 3 }), length: fc.nat({ max: 3 }) }),
      {
        minLength: 1,
        maxLength: 8,
      },
    ),
  })
  .map(({ made: { bytes, event }, damage }) => {
    let damaged = bytes
    for (const { at, with: added, length } of damage) {
      const from = at % bytes.length
      damaged = Buffer.concat([damaged.subarray(0, from), added, damaged.subarray(from + length)])
    }
    return { bytes: damaged, event }
  })
