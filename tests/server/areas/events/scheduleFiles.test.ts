// Calendars and tables of a schedule are read as their authors meant them, or refused with line and column.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readCalendarFile } from '../../../../src/server/areas/events/officers/calendar/calendar.ts'
import type { ReadSchedule } from '../../../../src/server/areas/events/officers/incoming.ts'
import { findNearPlace } from '../../../../src/server/areas/events/officers/nearPlace.ts'
import { planSchedule } from '../../../../src/server/areas/events/officers/plan.ts'
import {
  readScheduleTable,
  type ScheduleTableOptions,
} from '../../../../src/server/areas/events/officers/scheduleTable.ts'
import { readTableFile } from '../../../../src/server/officers/tableFile.ts'
import { makeWorkbook } from '../../../support/corpora/workbook.ts'
import { makeTestFolder } from '../../../support/database/testFolder.ts'

const event = { startDate: '2026-06-12', endDate: '2026-06-14', timeZone: 'America/New_York' }
const noOptions: ScheduleTableOptions = { dates: undefined, afterMidnight: undefined }

const toFaults = ({ faults }: ReadSchedule) =>
  faults.map(({ line, column, message }) => `${line} ${column}: ${message}`)
const toLeftOut = ({ leftOut = [] }: ReadSchedule) =>
  leftOut.map(({ line, column, message }) => `${line} ${column}: ${message}`)
const toNotes = ({ notes }: ReadSchedule) => notes.map(({ line, message }) => `${line}: ${message}`)
const toTimes = ({ entries }: ReadSchedule) =>
  entries.map(({ day, startTime, endTime, label }) => `${day} ${startTime}-${endTime ?? ''} ${label}`)

/** A calendar around these lines of one event. */
function toEvent(...lines: string[]): string {
  return ['BEGIN:VEVENT', ...lines, 'END:VEVENT'].join('\r\n')
}
function readText(text: string): ReadSchedule {
  return readCalendarFile(Buffer.from(text), event)
}
function calendar(...events: string[]): ReadSchedule {
  const text = ['BEGIN:VCALENDAR', 'VERSION:2.0', ...events, 'END:VCALENDAR', ''].join('\r\n')
  return readText(text)
}

describe('an iCalendar file', () => {
  it('is read with folded lines, escapes and any kind of time', () => {
    const read = calendar(
      toEvent(
        'UID:gates@club',
        'DTSTART;TZID=America/New_York:20260612T080000',
        'DTEND;TZID=America/New_York:20260612T093000',
        'SUMMARY:Gates open\\, all da',
        ' y',
        'LOCATION:Gate 2\\; south',
        'DESCRIPTION:First line\\nsecond \\\\ line',
      ),
      toEvent('UID:utc', 'DTSTART:20260612T160000Z', 'DURATION:PT1H30M', 'SUMMARY:In UTC'),
      toEvent('UID:float', 'DTSTART:20260612T140000', 'SUMMARY:Without a zone'),
      toEvent('UID:west', 'DTSTART;TZID="Pacific Standard Time":20260612T140000', 'SUMMARY:Outlook'),
    )
    expect(toFaults(read)).toEqual([])
    expect(toTimes(read)).toEqual([
      '2026-06-12 08:00-09:30 Gates open, all day',
      '2026-06-12 12:00-13:30 In UTC',
      '2026-06-12 14:00- Without a zone',
      '2026-06-12 17:00- Outlook',
    ])
    expect(read.entries[0]).toMatchObject({
      id: 'gates@club',
      line: 3,
      place: 'Gate 2; south',
      description: 'First line\nsecond \\ line',
    })
  })

  it('may call a zone by a name of its own, which its VTIMEZONE explains', () => {
    const zone = 'BEGIN:VTIMEZONE\r\nTZID:Club\r\nX-LIC-LOCATION:America/Chicago\r\nEND:VTIMEZONE'
    const at = 'DTSTART;TZID=Club:20260612T080000'
    expect(toTimes(calendar(zone, toEvent('UID:a', at, 'SUMMARY:A')))).toEqual(['2026-06-12 09:00- A'])
    expect(toLeftOut(calendar(toEvent('UID:a', at, 'SUMMARY:A')))).toEqual([
      "5 DTSTART: the time zone 'Club' is not known. Export the calendar with the time zone America/New_York.",
    ])
  })

  it('says what it could not take: repetitions, whole days, other days, several days', () => {
    const read = calendar(
      toEvent('UID:a', 'DTSTART:20260612T080000', 'RRULE:FREQ=DAILY;COUNT=3', 'SUMMARY:Gates'),
      toEvent('UID:b', 'DTSTART;VALUE=DATE:20260612', 'SUMMARY:Friday'),
      toEvent('UID:c', 'DTSTART:20270612T080000', 'SUMMARY:Next year'),
      toEvent('UID:d', 'DTSTART;TZID=Nowhere:20250612T080000', 'SUMMARY:Last year'),
      toEvent('UID:e', 'DTSTART:20260612T080000', 'DTEND:20260614T080000', 'SUMMARY:Camping'),
    )
    expect(toFaults(read)).toEqual([])
    expect(toTimes(read)).toEqual(['2026-06-12 08:00- Gates'])
    expect(toNotes(read)).toEqual([
      "6: 'Gates' repeats (RRULE:FREQ=DAILY;COUNT=3). Only the first, on 2026-06-12, is taken: write an entry for each other day.",
      "9: 'Friday' lasts whole days. The schedule needs a time: give it one.",
      "14: 'Next year' is on 2027-06-12, which is not a day of the show.",
      "19: 'Last year' is on 2025-06-12, which is not a day of the show.",
      "24: 'Camping' lasts longer than 16 hours. Write an entry for each day.",
    ])
  })

  it('says on which days of the show an event repeats that began before it', () => {
    const repeat = (...lines: string[]) =>
      toNotes(calendar(toEvent('UID:a', 'DTSTART:20260102T080000', ...lines, 'SUMMARY:Gates')))
    const note = (days: string) =>
      `3: 'Gates' began on 2026-01-02 and repeats, also on ${days}, in the show. Repetitions are not taken: write an entry for each of these days.`
    const none = "3: 'Gates' is on 2026-01-02, which is not a day of the show."
    for (const [rule, told] of [
      ['FREQ=WEEKLY', note('2026-06-12')],
      ['FREQ=WEEKLY;INTERVAL=2', none],
      ['FREQ=WEEKLY;BYDAY=FR,SA', note('2026-06-12 and 2026-06-13')],
      ['FREQ=DAILY;UNTIL=20260612T235959Z', note('2026-06-12')],
      // five in the morning here
      ['FREQ=DAILY;UNTIL=20260613T090000Z', note('2026-06-12')],
      ['FREQ=DAILY;UNTIL=20260613', note('2026-06-12 and 2026-06-13')],
      ['FREQ=DAILY;COUNT=10', none],
      ['FREQ=MONTHLY;BYDAY=2SA', note('2026-06-13')],
      ['FREQ=MONTHLY;BYDAY=-1SA', none],
      ['FREQ=MONTHLY;BYMONTHDAY=14', note('2026-06-14')],
      ['FREQ=YEARLY', none],
    ] as const) {
      expect([rule, repeat(`RRULE:${rule}`)]).toEqual([rule, [told]])
    }
    expect(repeat('RDATE:20260613T080000')).toEqual([note('2026-06-13')])
    expect(repeat('RRULE:FREQ=WEEKLY', 'EXDATE:20260612T080000')).toEqual([none])
    expect(repeat('RRULE:FREQ=MONTHLY;BYDAY=SA;BYSETPOS=2')).toEqual([note('2026-06-13')])
    expect(repeat('RRULE:FREQ=YEARLY;BYWEEKNO=24')[0]).toContain('perhaps on a day of the show')
  })

  it('takes the newest version of an event, and one changed occurrence in its place', () => {
    const read = calendar(
      toEvent('UID:a', 'SEQUENCE:2', 'DTSTART:20260612T100000', 'SUMMARY:New'),
      toEvent('UID:a', 'SEQUENCE:1', 'DTSTART:20260612T080000', 'SUMMARY:Old'),
      toEvent('UID:b', 'DTSTART:20260612T080000', 'RRULE:FREQ=DAILY', 'SUMMARY:Daily'),
      toEvent('UID:b', 'RECURRENCE-ID:20260612T080000', 'DTSTART:20260612T090000', 'SUMMARY:Once later'),
      toEvent('UID:c', 'STATUS:CANCELLED', 'DTSTART:20260612T110000', 'SUMMARY:Off'),
    )
    expect(toTimes(read)).toEqual([
      '2026-06-12 10:00- New',
      '2026-06-12 09:00- Once later',
      '2026-06-12 11:00- Off',
    ])
    expect(read.entries.map(({ isCancelled }) => isCancelled)).toEqual([false, false, true])
  })

  it('names the line of what is wrong, and takes the rest', () => {
    const fine = toEvent('UID:fine', 'DTSTART:20260612T100000', 'SUMMARY:Fine')
    for (const [lines, told] of [
      [['SUMMARY:A'], '3 DTSTART: is missing. Give the event a start.'],
      [['DTSTART:20260612T100000'], '3 SUMMARY: is missing. Give the event a title.'],
      [
        ['DTSTART:2026-06-12', 'SUMMARY:A'],
        "5 DTSTART: '2026-06-12' is no time. A time looks like 20260612T140000.",
      ],
      [
        ['DTSTART:20260612T100000+0200', 'SUMMARY:A'],
        "5 DTSTART: '20260612T100000+0200' is no time. A time looks like 20260612T140000.",
      ],
      [
        ['DTSTART:20260612T250000', 'SUMMARY:A'],
        "5 DTSTART: '20260612T250000' is no time. A time looks like 20260612T140000.",
      ],
      [
        ['DTSTART:20260612T100000', 'DTEND:20260612T090000', 'SUMMARY:A'],
        '6 DTEND: is before the start. Correct one of them.',
      ],
      [
        ['DTSTART:20260612T100000', 'DURATION:-PT1H', 'SUMMARY:A'],
        "6 DURATION: '-PT1H' is no length. A length looks like PT1H30M.",
      ],
    ] as const) {
      const read = calendar(toEvent('UID:a', ...lines), fine)
      expect(toLeftOut(read)).toEqual([told])
      expect(toTimes(read)).toEqual(['2026-06-12 10:00- Fine'])
      expect(read.leftOut?.[0]).toMatchObject({ id: 'a' })
      expect(toFaults(read)).toEqual([])
    }
    const cut = readText('BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:a\n')
    expect(toFaults(cut)).toEqual([
      '3 : this is not an iCalendar file, or a part of it is missing. Export it again.',
    ])
  })

  it('is read to its end, whatever it holds', () => {
    for (const text of ['', ':', '\n\n', 'BEGIN:VCALENDAR', 'BEGIN:X\nEND:Y', `X;A="${'a'.repeat(20_000)}`]) {
      expect(readText(text).faults).toHaveLength(1)
    }
  })
})

it('an import keeps the days that the club has without entries, and no other empty one', () => {
  const stored = [
    { date: '2026-06-11', label: 'Set-up', entries: [] },
    { date: '2026-06-12', entries: [{ id: 'a', startTime: '10:00', endTime: '', label: 'A' }] },
  ]
  const { entries } = calendar(toEvent('UID:a', 'DTSTART:20260613T100000', 'SUMMARY:A'))
  const { days } = planSchedule(stored, entries, { isPruned: false, places: [], leftOut: [] })
  expect(days.map(({ date }) => date)).toEqual(['2026-06-11', '2026-06-13'])
  expect(days[0]).toEqual(stored[0])
})

const table = (text: string, options: Partial<ScheduleTableOptions> = {}) =>
  readScheduleTable({ text }, event, { ...noOptions, ...options })

describe('a table', () => {
  it('is read with quotes, any separator, a byte order mark, and headings of either language', () => {
    const english = table(
      '\uFEFFRef,Date,Start,End,Title,Place,Notes\r\n' +
        'g1,2026-06-12,8:00 AM,9:30 am,"Gates, open ""early""",Gate 2,"two\r\nlines"\r\n' +
        '\r\n' +
        ',6/13/2026,12:30 p.m.,1 PM,Lunch,,\r\n',
    )
    expect(toFaults(english)).toEqual([])
    expect(toTimes(english)).toEqual([
      '2026-06-12 08:00-09:30 Gates, open "early"',
      '2026-06-13 12:30-13:00 Lunch',
    ])
    expect(english.entries[0]).toMatchObject({ id: 'g1', line: 2, description: 'two\nlines' })
    expect(english.entries[1]).toMatchObject({ id: undefined, line: 5, place: '', isCancelled: undefined })
    const spanish = table('Fecha;Hora;Fin;Actividad;Lugar\n12 de junio de 2026;08:00;23:15;Música;Salón')
    expect(toTimes(spanish)).toEqual(['2026-06-12 08:00-23:15 Música'])
    const tabs = table('Day\tTime\tEvent\nSaturday\t9:00 AM - 10:30 AM\tTalk\nsábado\t2 - 3:30 PM\tTea')
    expect(toFaults(tabs)).toEqual([])
    expect(toTimes(tabs)).toEqual(['2026-06-13 09:00-10:30 Talk', '2026-06-13 14:00-15:30 Tea'])
  })

  it('may say both times in the start, where the end is empty', () => {
    const read = table(
      'Date,Start,End,Title\n2026-06-12,9:00 AM – 10:30 AM,,A\n2026-06-12,11:00 AM,12:00 PM,B\n2026-06-12,2 PM,,C',
    )
    expect(toFaults(read)).toEqual([])
    expect(toTimes(read)).toEqual([
      '2026-06-12 09:00-10:30 A',
      '2026-06-12 11:00-12:00 B',
      '2026-06-12 14:00- C',
    ])
  })

  it('has its headings below a title, and what is no entry is left out with a note', () => {
    const title = table(
      'Saturday programme\nDate;Start;Title\n2026-06-12;14:00;A\nDate;Start;Title\n-----;-----;-----\nTotal: 1 entry;;\nTotal;8;\nTotal;8 entries;\n;Total;8 filas\n',
    )
    expect(toFaults(title)).toEqual([])
    expect(toTimes(title)).toEqual(['2026-06-12 14:00- A'])
    expect(toNotes(title)).toEqual([
      "1: 'Saturday programme' stands above the headings.",
      "4: 'Date, Start, Title' are the headings once more.",
      "5: '-----, -----, -----' is no entry.",
      "6: 'Total: 1 entry' is no entry.",
      "7: 'Total, 8' is no entry.",
      "8: 'Total, 8 entries' is no entry.",
      "9: 'Total, 8 filas' is no entry.",
    ])
    const said = table('sep=;\nDate;Start;Title\n2026-06-12;14:00;A')
    expect([toTimes(said), toNotes(said)]).toEqual([['2026-06-12 14:00- A'], []])
    expect(toFaults(table('Saturday programme\n14:00,A'))).toEqual([
      '1 : no line names the columns, such as Date,Start,End,Title,Place. Name them in the first line.',
    ])
  })

  it('is read without signs that nobody sees, and with what a web page writes for others', () => {
    const read = table(
      '\u200bDa\u200bte,Start,Title,Place,Ref\n2026-06\u200b-12,\u20609:00 AM,Swap\u200b meet,O&#39;Neil &amp; Sons,g\ufeff1',
    )
    expect(toFaults(read)).toEqual([])
    expect(read.entries).toMatchObject([
      { day: '2026-06-12', startTime: '09:00', label: 'Swap meet', place: "O'Neil & Sons", id: 'g1' },
    ])
  })

  it('loses no cell', () => {
    expect(toFaults(table('Date,Start,Title\n2026-06-12,14:00,Lunch, and tea'))).toEqual([
      "2 : 'and tea' stands in a column without a heading. Put text with a comma in quotes, or name the column.",
    ])
  })

  it('refuses a day that could be two days, and takes what only one reading puts near the show', () => {
    const wide = { startDate: '2026-06-05', endDate: '2026-07-07', timeZone: 'UTC' }
    const read = (options: Partial<ScheduleTableOptions>) =>
      readScheduleTable({ text: 'Date,Start,Title\n6/7/2026,14:00,A' }, wide, { ...noOptions, ...options })
    expect(toFaults(read({}))).toEqual([
      "2 Date: '6/7/2026' could be 2026-06-07 or 2026-07-06. Write it like 2026-06-07, or say --dates month-first or --dates day-first.",
    ])
    expect(toTimes(read({ dates: 'day-first' }))).toEqual(['2026-07-06 14:00- A'])
    expect(toTimes(table('Date,Start,Title\n6/12/2026,14:00,A'))).toEqual(['2026-06-12 14:00- A'])
    expect(
      toFaults(table('Date,Start,Title\n2/30/2026,14:00,A\n,14:00,B\n"Friday, June 13, 2026",14:00,C')),
    ).toEqual([
      "2 Date: '2/30/2026' is no day. Write it like 2026-06-12.",
      '3 Date: is empty. Write it like 2026-06-12. Every row needs its day.',
      "4 Date: 'Friday, June 13, 2026' is another day of the week. Correct one of them.",
    ])
  })

  it("gives a day of the event as the example, and no other show's", () => {
    const later = { startDate: '2027-07-23', endDate: '2027-07-25', timeZone: 'UTC' }
    const days = ['', 'soon', '2027-02-30', '2/30/2027', 'Feb 30', 'Jan 5', 'Monday', '7 8 9']
    const rows = days.map((day) => `"${day}",14:00,A`)
    const read = readScheduleTable({ text: ['Date,Start,Title', ...rows].join('\n') }, later, noOptions)
    expect(read.faults).toHaveLength(days.length)
    for (const { message } of read.faults) expect(message).toContain(' Write it like 2027-07-23.')
    const text = ['BEGIN:VCALENDAR', toEvent('DTSTART:soon', 'SUMMARY:A'), 'END:VCALENDAR'].join('\n')
    expect(toLeftOut(readCalendarFile(Buffer.from(text), later))[0]).toContain('looks like 20270723T140000.')
  })

  it('refuses a time that could be morning or evening', () => {
    const times = (...cells: string[]) =>
      table(`Date,Start,Title\n${cells.map((cell) => `2026-06-12,${cell},A`).join('\n')}`)
    expect(toFaults(times('9:00', '2:00'))).toEqual([
      "2 Start: '9:00' could be in the morning or in the evening. Write it like 2:30 PM or 14:30.",
      "3 Start: '2:00' could be in the morning or in the evening. Write it like 2:30 PM or 14:30.",
    ])
    expect(toFaults(times('9:00 AM', '2:00'))).toEqual([
      "3 Start: '2:00' could be in the morning or in the evening. Write it like 2:30 PM or 14:30.",
    ])
    expect(toTimes(times('9:00', '14:00')).map((line) => line.slice(11, 16))).toEqual(['09:00', '14:00'])
    // noon is said by both clocks
    expect(toTimes(times('noon', '14:30', '7:00')).map((line) => line.slice(11, 16))).toEqual([
      ...['12:00', '14:30', '07:00'],
    ])
    expect(toFaults(times('noon', '2:00'))).toHaveLength(1)
    expect(toFaults(times('14:30', '9:00 AM', '2:00'))).toHaveLength(1)
    expect(toTimes(times('09:00', '7:30')).map((line) => line.slice(11, 16))).toEqual(['09:00', '07:30'])
    expect(toTimes(times('noon', '12 PM', '19h30')).map((line) => line.slice(11, 16))).toEqual([
      '12:00',
      '12:00',
      '19:30',
    ])
    expect(toFaults(times('25:00', '14:00 PM', 'late')).map((fault) => fault.slice(0, 21))).toEqual([
      "2 Start: '25:00' is n",
      "3 Start: '14:00 PM' i",
      "4 Start: 'late' is no",
    ])
  })

  it('has places that are nearly one of the event, or quite another', () => {
    const places = [{ ref: 'music-stand', label: 'Bandstand', map: 1, kind: 'stage', x: 0, y: 0 }] as const
    const near = (name: string) => findNearPlace(name, [{ id: 1, label: 'Hall 12345' }], places)
    for (const name of ['Bandstnd', 'bandstands', 'Band Stand', 'Tent, Bandstamd'])
      expect(near(name)).toBe('Bandstand')
    expect(near('musik stand')).toBe('music-stand')
    for (const name of ['Bandstand', 'music-stand', 'Hall 12345', 'Hall 12346', 'Grandstand', 'Tent', '']) {
      expect([name, near(name)]).toEqual([name, undefined])
    }
  })

  it('names a day after the show, but not the night after its last evening', () => {
    const read = table(
      'Date,Start,Title\n2026-06-15,9:00 AM,Clear away\n2026-06-14,1:00 AM,Karaoke\n2026-06-11,9:00 AM,Set up',
      { afterMidnight: 'evening' },
    )
    expect(toTimes(read)).toContain('2026-06-15 01:00- Karaoke')
    expect(toNotes(read)).toEqual([
      "2: 'Clear away' is on 2026-06-15, after the show's last day, 2026-06-14. It is taken: check the day.",
    ])
    const late = calendar(toEvent('UID:a', 'DTSTART:20260616T090000', 'SUMMARY:Talk'))
    expect(toNotes(late)[0]).toContain("'Talk' is on 2026-06-16, after the show's last day")
  })

  it('asks which night is meant, and lets an end be on the next day', () => {
    const text = 'Date,Start,End,Title\n2026-06-12,11:30 PM,12:30 AM,Band\n2026-06-12,12:30 AM,2 AM,Karaoke'
    expect(toFaults(table(text))).toEqual([
      '3 Start: 00:30 on 2026-06-12: is it the night after that day, as in a printed programme, or the night before it? Say --after-midnight evening or --after-midnight calendar.',
    ])
    expect(toTimes(table(text, { afterMidnight: 'evening' }))).toEqual([
      '2026-06-12 23:30-00:30 Band',
      '2026-06-13 00:30-02:00 Karaoke',
    ])
    expect(toTimes(table(text, { afterMidnight: 'calendar' }))[1]).toBe('2026-06-12 00:30-02:00 Karaoke')
    expect(toFaults(table('Date,Start,End,Title\n2026-06-12,14:00,13:00,A'))).toEqual([
      '2 End: 13:00 is before the start, 14:00, and on the next day it would be more than 16 hours later. Correct the start or the end.',
    ])
  })

  it('names the column that is missing, twice there, or not used', () => {
    expect(toFaults(table('When,Title\n14:00,A'))).toEqual([
      '1 : there is no column for the day. Name one: date, day, start date, fecha …',
      '1 : there is no column for the start. Name one: start, start time, starts, begin …',
    ])
    expect(toFaults(table('Date,Start,Title,Event\n'))).toEqual([
      '1 Event: is a second column for the title. Remove one.',
    ])
    expect(toNotes(table('Date,Start,Title,Colour\n2026-06-12,14:00,A,red'))).toEqual([
      "1: the column 'Colour' is not used",
    ])
    expect(toFaults(table('Date,Start,Title\n2026-06-12,14:00,"A'))).toEqual([
      '2 : a quote (") begins here and does not end. Save the table again as CSV.',
    ])
    expect(toFaults(table(`Date,Start,Title,Ref\n2026-06-12,14:00,${'x'.repeat(129)},a b`))).toEqual([
      "2 Ref: 'a b' must have 1 to 80 letters, digits or . _ - : @ / and no spaces.",
    ])
  })

  it('comes from a workbook too, whose days and times belong to no zone', async () => {
    const path = join(makeTestFolder(), 'show.xlsx')
    const head = ['Day', 'Start', 'End', 'Title', 'Place', 'Ref']
    const friday = { day: '2026-06-12' }
    const rows = [
      ['Programme of the summer show'],
      head,
      [friday, { time: '08:00' }, { time: '09:30' }, 'Gates open', 'Gate 2', 1],
      [friday, { time: '12:00' }, { time: '13:00' }, 'Lunch', null, 'g2'],
      ['Saturday', '2 PM', null, 'Judging', null, null],
      [friday, { time: '23:30' }, { time: '00:30' }, 'Band', null, null],
    ]
    const before = process.env.TZ
    process.env.TZ = 'Pacific/Auckland'
    writeFileSync(path, makeWorkbook({ Show: rows, Helpers: [['Name']] }))
    const read = readScheduleTable(await readTableFile(path, { sheet: 'show' }), event, noOptions)
    if (before === undefined) delete process.env.TZ
    else process.env.TZ = before
    expect(toFaults(read)).toEqual([])
    expect(toNotes(read)).toEqual(["1: 'Programme of the summer show' stands above the headings."])
    expect(toTimes(read)).toEqual([
      '2026-06-12 08:00-09:30 Gates open',
      '2026-06-12 12:00-13:00 Lunch',
      '2026-06-13 14:00- Judging',
      '2026-06-12 23:30-00:30 Band',
    ])
    expect(read.entries.map(({ id, line }) => [id, line])).toEqual([
      ['1', 3],
      ['g2', 4],
      [undefined, 5],
      [undefined, 6],
    ])
  })

  it('may have the day before a time and the time behind a day, if they say the same', () => {
    const read = (start: string) => table(`Date,Start,Title\n2026-06-12 12:00 AM,${start},A`)
    expect(toTimes(read('2026-06-12 9:00 AM'))).toEqual(['2026-06-12 09:00- A'])
    expect(toFaults(read('2026-06-13 9:00 AM'))[0]).toContain('is no time.')
  })
})
