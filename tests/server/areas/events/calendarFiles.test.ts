// Calendars as programs really write them: with zones of their own, broken lines, several calendars in a file, and
// what chance makes of all that. What is read is what was written, and the rest is named.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readCalendarFile } from '../../../../src/server/areas/events/officers/calendar/calendar.ts'
import { windowsZones } from '../../../../src/server/areas/events/officers/calendar/windowsZones.ts'
import type { ReadingEvent, ReadSchedule } from '../../../../src/server/areas/events/officers/incoming.ts'
import { makeCalendars, makeDamaged } from '../../../support/schedule/madeCalendars.ts'
import { makeRule } from '../../../support/schedule/madeRules.ts'

const show = { startDate: '2027-07-23', endDate: '2027-07-25', timeZone: 'America/New_York' }
const fall = { startDate: '2027-11-06', endDate: '2027-11-07', timeZone: 'America/New_York' }

function readInput(name: string, event: ReadingEvent = show): ReadSchedule {
  return readCalendarFile(readFileSync(join(import.meta.dirname, 'calendars', `${name}.ics`)), event)
}

function readLines(...lines: string[]): ReadSchedule {
  const text = ['BEGIN:VCALENDAR', ...lines, 'END:VCALENDAR'].join('\r\n')
  return readCalendarFile(Buffer.from(text), show)
}
const toEvent = (...lines: string[]) => ['BEGIN:VEVENT', ...lines, 'END:VEVENT']
const atNoon = 'DTSTART:20270723T120000'

/** What is read, what is left out, and what is said, in short. */
function tell({ entries, faults, leftOut = [], notes }: ReadSchedule) {
  expect(faults).toEqual([])
  return {
    entries: entries.map(
      ({ id, day, startTime, endTime, label }) => `${id} ${day} ${startTime}-${endTime} ${label}`,
    ),
    leftOut: leftOut.map(({ line, column, message }) => `${line} ${column}: ${message}`),
    notes: notes.map(({ line, message }) => `${line}: ${message}`),
  }
}
const only = (...entries: string[]) => ({ entries, leftOut: [], notes: [] })

describe('calendars that officers have', () => {
  it('explain their own time zones, whatever they call them', () => {
    expect(tell(readInput('s01-tzid-gmt-british'))).toEqual({
      ...only('a1 2027-07-23 05:20-05:50 Parade'),
      notes: [
        "4: the calendar has rules of its own for the time zone 'GMT', which differ from that zone's at the show. Its own are taken: check the times.",
      ],
    })
    expect(tell(readInput('s03-customized'))).toEqual(
      only('a3 2027-07-23 10:20-10:50 Parade', 'a3b 2027-07-23 08:00- Good'),
    )
    expect(tell(readInput('s04-eastern-1'))).toEqual(only('a4 2027-07-23 10:20-10:50 Parade'))
    expect(tell(readInput('s07-london'))).toEqual(only('a7 2027-07-23 05:20- Parade'))
    expect(tell(readInput('s07-london', { ...show, timeZone: 'Europe/London' }))).toEqual(
      only('a7 2027-07-23 10:20- Parade'),
    )
  })

  it('skip an hour or say it twice, and begin at some time, as the standard reads it', () => {
    const text = readFileSync(join(import.meta.dirname, 'calendars/s04-eastern-1.ics'), 'latin1')
    const inUtc = (time: string, day: string, zone = text) => {
      const at = zone.replace('20270723T102000', time).replace(/DTEND.*\r\n/, '')
      const { entries } = readCalendarFile(Buffer.from(at), { startDate: day, endDate: day, timeZone: 'UTC' })
      return entries.map(({ startTime }) => startTime)
    }
    expect(inUtc('20270314T013000', '2027-03-14')).toEqual(['06:30'])
    expect(inUtc('20270314T023000', '2027-03-14')).toEqual(['07:30'])
    expect(inUtc('20270314T033000', '2027-03-14')).toEqual(['07:30'])
    expect(inUtc('20271107T003000', '2027-11-07')).toEqual(['04:30'])
    expect(inUtc('20271107T013000', '2027-11-07')).toEqual(['05:30'])
    expect(inUtc('20271107T023000', '2027-11-07')).toEqual(['07:30'])
    // before the first rule clocks are where it says that they come from
    const late = text.replaceAll('16010101', '20280101')
    expect(inUtc('20270723T102000', '2027-07-23', late)).toEqual(['15:20'])
  })

  it('name zones as Windows does, in the whole table', () => {
    const read = (tzid: string) =>
      tell(readLines(...toEvent('UID:a', `DTSTART;TZID=${tzid}:20270723T180000`, 'SUMMARY:A'))).entries
    const eastern = (zone: string) =>
      Temporal.PlainDateTime.from('2027-07-23T18:00')
        .toZonedDateTime(zone)
        .withTimeZone(show.timeZone)
        .toPlainDateTime()
        .toString()
        .replace('T', ' ')
        .slice(0, 16)
    expect(Object.keys(windowsZones)).toHaveLength(139)
    for (const [name, zone] of Object.entries(windowsZones)) {
      expect([name, read(name)]).toEqual([name, [`a ${eastern(zone)}- A`]])
    }
    expect(read('GMT Standard Time')).toEqual(['a 2027-07-23 13:00- A'])
    expect(read('/mozilla.org/20050126_1/Europe/London')).toEqual(['a 2027-07-23 13:00- A'])
  })

  it('say less than a zone needs: then its name decides, or the event is left out', () => {
    const zone = (tzid: string, ...rule: string[]) => [
      'BEGIN:VTIMEZONE',
      `TZID:${tzid}`,
      'BEGIN:STANDARD',
      'DTSTART:20070101T000000',
      'TZOFFSETFROM:+0300',
      ...rule,
      'END:STANDARD',
      'END:VTIMEZONE',
    ]
    const at = (tzid: string) => toEvent('UID:a', `DTSTART;TZID=${tzid}:20270723T180000`, 'SUMMARY:A')
    for (const rule of [
      ['TZOFFSETTO:east'],
      ['TZOFFSETTO:+0300', 'RRULE:FREQ=SOMETIMES'],
      ['TZOFFSETTO:+0300', 'RRULE:FREQ=SECONDLY'],
      ['TZOFFSETTO:+0300', 'RDATE:today'],
    ]) {
      const london = tell(readLines(...zone('Europe/London', ...rule), ...at('Europe/London')))
      expect([rule, london.entries]).toEqual([rule, ['a 2027-07-23 13:00- A']])
      const club = tell(readLines(...zone('Club', ...rule), ...at('Club')))
      expect([rule, club.entries]).toEqual([rule, []])
      expect(club.leftOut.at(-1)).toContain("the time zone 'Club' is not known")
    }
    expect(tell(readLines(...zone('Club', 'TZOFFSETTO:+0300'), ...at('Club')))).toEqual(
      only('a 2027-07-23 11:00- A'),
    )
    // its own rules decide about the show's own zone too
    const own = tell(readLines(...zone(show.timeZone, 'TZOFFSETTO:+0300'), ...at(show.timeZone)))
    expect(own.entries).toEqual(['a 2027-07-23 11:00- A'])
    expect(own.notes).toHaveLength(1)
  })

  it('have a line that is none, which is left out and named', () => {
    expect(tell(readInput('s08-no-colon'))).toEqual({
      ...only('a8 2027-07-23 10:20- Parade'),
      leftOut: ["9 : 'X-APPLE-RADIUS=49.9' is no line of a calendar. It is left out."],
    })
    const words = [atNoon, 'SUMMARY:A', 'DESCRIPTION:Bring', 'Note: chairs', 'tables', 'X-NOTE:none']
    expect(tell(readLines(...toEvent('UID:a', ...words))).leftOut).toEqual([
      "7 : 'Note: chairs' is no line of a calendar. It is left out.",
      "8 : 'tables' is no line of a calendar. It is left out.",
    ])
  })

  it('have an event without an end: it is left out, with its names, and no other is', () => {
    const read = readLines(
      'BEGIN:VEVENT',
      'UID:cut',
      'SUMMARY:Cut',
      atNoon,
      ...toEvent('UID:a', atNoon, 'SUMMARY:A'),
      'END:VTODO',
    )
    expect(tell(read)).toEqual({
      ...only('a 2027-07-23 12:00- A'),
      leftOut: [
        '2 : BEGIN:VEVENT has no END. It is left out.',
        "11 : 'END:VTODO' has no BEGIN. The line is left out.",
      ],
    })
    expect(read.leftOut?.[0]).toMatchObject({ id: 'cut', label: 'Cut' })
  })

  it('have several calendars in a file, each with its own zones', () => {
    const both = ['b1 2027-07-23 10:20- First file', 'b2 2027-07-23 11:20- Second file']
    expect(tell(readInput('s41-one-calendar'))).toEqual(only(...both))
    expect(tell(readInput('s17-two-calendars'))).toEqual(only(...both))
    const zone = (offset: string) => [
      'BEGIN:VTIMEZONE',
      'TZID:Club',
      'BEGIN:STANDARD',
      'DTSTART:19700101T000000',
      `TZOFFSETFROM:${offset}`,
      `TZOFFSETTO:${offset}`,
      'END:STANDARD',
      'END:VTIMEZONE',
    ]
    const at = (uid: string) => toEvent(`UID:${uid}`, 'DTSTART;TZID=Club:20270723T180000', 'SUMMARY:A')
    const next = ['END:VCALENDAR', 'BEGIN:VCALENDAR']
    expect(tell(readLines(...zone('+0100'), ...at('a'), ...next, ...zone('-0500'), ...at('b')))).toEqual(
      only('a 2027-07-23 13:00- A', 'b 2027-07-23 19:00- A'),
    )
    // what one of them explains is known to all, before or after it, if only one thing is said
    expect(tell(readLines(...at('a'), ...next, ...zone('+0100'), ...next, ...at('b')))).toEqual(
      only('a 2027-07-23 13:00- A', 'b 2027-07-23 13:00- A'),
    )
    const unsure = tell(readLines(...zone('+0100'), ...next, ...zone('-0500'), ...next, ...at('b')))
    expect(unsure.entries).toEqual([])
    expect(unsure.leftOut[0]).toContain("the time zone 'Club' is not known")
    // one that is cut off may have lost events: nothing is taken
    const cut = ['BEGIN:VCALENDAR', ...toEvent('UID:a', atNoon, 'SUMMARY:A')]
    for (const text of [cut, [...cut, 'BEGIN:VCALENDAR', 'END:VCALENDAR']]) {
      expect(readCalendarFile(Buffer.from(text.join('\n')), show)).toMatchObject({
        entries: [],
        faults: [{ message: expect.stringContaining('a part of it is missing') }],
      })
    }
  })

  it('have two events with one UID, or none: neither vanishes', () => {
    expect(tell(readInput('s34-double-uid'))).toEqual({
      entries: ['undefined 2027-07-23 10:20- One', 'undefined 2027-07-23 11:20- Two'],
      leftOut: [],
      notes: ["10: 'Two' has the UID of the event of line 4, and is taken as another."],
    })
    expect(tell(readInput('s30-no-uid'))).toEqual(
      only('undefined 2027-07-23 10:00- No uid', 'a30 2027-07-23 10:20- Parade'),
    )
    const one = toEvent('UID:a', 'SEQUENCE:1', atNoon, 'SUMMARY:One')
    const newer = toEvent('UID:a', 'SEQUENCE:2', atNoon, 'SUMMARY:Newer')
    expect(tell(readLines(...one, ...newer, ...one))).toEqual({
      ...only('a 2027-07-23 12:00- Newer'),
      notes: [
        "2: 'One' is an older version of the event of line 8.",
        "14: 'One' is an older version of the event of line 8.",
      ],
    })
    expect(tell(readLines(...one, ...one))).toEqual({
      ...only('undefined 2027-07-23 12:00- One'),
      notes: ["8: 'One' says the same as the event of line 2."],
    })
    const empty = toEvent('UID:a', 'SEQUENCE:1', atNoon, 'SUMMARY:One', 'LOCATION:', 'DESCRIPTION:')
    expect(tell(readLines(...one, ...empty)).entries).toHaveLength(1)
  })

  it('are written in Latin-1, in UTF-16, or with a letter cut through by a fold', () => {
    expect(tell(readInput('s27-latin1'))).toEqual(only('a27 2027-07-23 10:20- Café'))
    const text = ['BEGIN:VCALENDAR', ...toEvent('UID:a', atNoon, 'SUMMARY:Café 漢'), 'END:VCALENDAR'].join(
      '\n',
    )
    const utf16 = Buffer.from(`\uFEFF${text}`, 'utf16le')
    expect(tell(readCalendarFile(utf16, show)).entries).toEqual(['a 2027-07-23 12:00- Café 漢'])
    const folded = Buffer.from(text).toString('latin1').replace('\xC3\xA9', '\xC3\r\n \xA9')
    expect(tell(readCalendarFile(Buffer.from(folded, 'latin1'), show)).entries).toEqual([
      'a 2027-07-23 12:00- Café 漢',
    ])
    // a program has cut a text in the middle of a letter: the other letters stay
    const broken = Buffer.from(text).subarray(0, -'\nEND:VEVENT\nEND:VCALENDAR'.length - 1)
    const rest = Buffer.from('\nEND:VEVENT\nEND:VCALENDAR')
    expect(tell(readCalendarFile(Buffer.concat([broken, rest]), show)).entries).toEqual([
      'a 2027-07-23 12:00- Café \uFFFD',
    ])
  })

  it('write HTML and its entities: text is text, and no address is lost', () => {
    const read = readInput('s13-entities')
    expect(tell(read)).toEqual(only('a13 2027-07-23 10:20- Cars & Coffee – Joe’s'))
    expect(read.entries[0]).toMatchObject({ description: 'Rock & roll ’n stuff', place: "Bob's Barn" })
    const description = (text: string) =>
      readLines(...toEvent('UID:a', atNoon, 'SUMMARY:A', `DESCRIPTION:${text}`)).entries[0]?.description
    for (const [written, meant] of [
      ['Joe &amp;#8211\\; Ann &ndash\\; Bo&nbsp\\;Li', 'Joe – Ann – Bo Li'],
      ['AT&T\\, R&D\\; 5 < 6 & 7 > 6 <me@example.org>', 'AT&T, R&D; 5 < 6 & 7 > 6 <me@example.org>'],
      [
        '<p>Buy <a href="https://example.org/t?a=1&amp;b=2">tickets</a></p><p>5 &lt\\; 6</p>',
        'Buy tickets (https://example.org/t?a=1&b=2)\n5 < 6',
      ],
      [
        '<a href="https://example.org/">example.org</a> <a href="mailto:a@example.org"><b>Ann</b></a>',
        'example.org Ann (a@example.org)',
      ],
      ['<a href="https://example.org/map"><img src="x.png"></a><br>End', 'https://example.org/map\nEnd'],
      ['&lt\\;p&gt\\;Hello&lt\\;/p&gt\\;', 'Hello'],
      ['<script>alert(1)</script><div>Fine</div>', 'Fine'],
    ] as const) {
      expect(description(written)).toBe(meant)
    }
  })

  it('have entries in the night in which clocks go back', () => {
    expect(tell(readInput('s11-fall', fall))).toEqual({
      entries: [
        'f1 2027-11-07 01:30- Night run A',
        'f2 2027-11-07 01:30-02:00 Night run B',
        'f3 2027-11-07 00:30-03:00 Bonfire',
        'f4 2027-11-07 10:00-11:00 Awards',
        'f5 2027-11-07 01:00- One to one',
      ],
      leftOut: [],
      notes: [
        "4: 'Night run A' ends at 01:00, after clocks have gone back. The schedule cannot say that, so it has no end.",
        "32: 'One to one' ends at 01:00, after clocks have gone back. The schedule cannot say that, so it has no end.",
      ],
    })
  })

  it('repeat an event whose first day, or another, is left out or has an event of its own', () => {
    const daily = (...lines: string[]) =>
      toEvent(
        'UID:a',
        'DTSTART;TZID=America/New_York:20270723T120000',
        'RRULE:FREQ=DAILY;COUNT=3',
        'SUMMARY:A',
        ...lines,
      )
    expect(tell(readLines(...daily('EXDATE;TZID=America/New_York:20270723T120000')))).toEqual({
      ...only(),
      notes: [
        "2: 'A' repeats, but not on its first day, 2027-07-23. It falls on 2027-07-24 and 2027-07-25, in the show. Repetitions are not taken: write an entry for each of these days.",
      ],
    })
    // the occurrence is named in another zone than the event
    const own = toEvent(
      'UID:a',
      'RECURRENCE-ID:20270723T160000Z',
      'DTSTART:20270723T130000',
      'SUMMARY:A later',
    )
    expect(tell(readLines(...daily(), ...own))).toEqual({
      ...only('a/20270723T160000Z 2027-07-23 13:00- A later'),
      notes: [
        "5: 'A' repeats (RRULE:FREQ=DAILY;COUNT=3). Only the first, on 2027-07-23, is taken: write an entry for each other day.",
      ],
    })
  })
})

describe('rules of repeated events', () => {
  it('begin their weeks where the calendar says', () => {
    const told = (weekStart: string) =>
      tell(
        readLines(
          ...toEvent(
            'UID:a',
            'DTSTART:20270606T120000',
            `RRULE:FREQ=WEEKLY;INTERVAL=2;BYDAY=SU,FR${weekStart}`,
            'SUMMARY:A',
          ),
        ),
      ).notes[0]
    // June 6 is a Sunday: the last day of a week that begins on Monday, the first of one that begins on Sunday
    expect(told(';WKST=SU')).toContain('also on 2027-07-23, in')
    expect(told(';WKST=MO')).toContain('is on 2027-06-06, which is not a day of the show')
    expect(told('')).toBe(told(';WKST=MO'))
  })

  it('fall on the days that the standard says', () => {
    fc.assert(
      fc.property(makeRule, ({ rule, start, days, event }) => {
        const text = [
          'BEGIN:VCALENDAR',
          ...toEvent('UID:a', `DTSTART:${start}`, ...rule, 'SUMMARY:A'),
          'END:VCALENDAR',
        ]
        const { notes } = readCalendarFile(Buffer.from(text.join('\n')), event)
        const said = notes[0]?.message.match(/also on (.*), in the show/)?.[1] ?? ''
        expect(said.split(/, | and /).filter((day) => day !== '')).toEqual(days)
      }),
      { numRuns: 300 },
    )
  })
})

it('calendars made by chance are read as they were made', () => {
  fc.assert(
    fc.property(makeCalendars, ({ bytes, event, entries, leftOut }) => {
      const read = readCalendarFile(bytes, event)
      expect(read.faults).toEqual([])
      expect(read.entries.map(({ line: _, ...entry }) => entry)).toEqual(entries)
      expect(read.leftOut?.map(({ line }) => line).sort((a, b) => a - b)).toEqual(leftOut)
    }),
    { numRuns: 200 },
  )
})

it('a file that is damaged anywhere is read, or refused, and ends no command', () => {
  fc.assert(
    fc.property(makeDamaged, ({ bytes, event }) => {
      const { faults, entries } = readCalendarFile(bytes, event)
      expect(faults.length === 0 || entries.length === 0).toBe(true)
    }),
    { numRuns: 200 },
  )
})
