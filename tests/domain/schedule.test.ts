import { expect, test } from 'vitest'
import { toInstant } from '../../src/domain/day.ts'
import {
  findChanges,
  findClashes,
  findCurrent,
  findDayToShow,
  findDue,
  findEntryFault,
  findProgrammeDay,
  findProgress,
  findUnchangedSpan,
  findUpcoming,
  type ScheduleDay,
  toSeenScheduleEntry,
  toTimeline,
} from '../../src/domain/schedule.ts'

const zone = 'America/New_York'
const at = (day: string, time: string) => toInstant(day, time, zone)

const saturday: ScheduleDay = {
  date: '2026-06-13',
  label: 'Show day',
  entries: [
    { id: 'lunch', startTime: '12:30', endTime: '13:15', label: "Owners' lunch", place: 'Orchard tent' },
    { id: 'gates', startTime: '09:00', endTime: '10:00', label: 'Gates open' },
    {
      id: 'judging',
      startTime: '10:30',
      endTime: '11:15',
      label: 'Judging, classes 1 to 6',
      place: 'Field A',
    },
    { id: 'clinic', startTime: '12:00', endTime: '13:00', label: 'Carburettor clinic' },
    { id: 'dance', startTime: '22:00', endTime: '01:00', label: 'Dance' },
  ],
}
const sunday: ScheduleDay = {
  date: '2026-06-14',
  entries: [{ id: 'parade', startTime: '11:00', endTime: '', label: 'Parade leaves' }],
}
const days = [saturday, sunday]
const timeline = toTimeline(days, zone)

function getTimed(id: string) {
  const found = timeline.find(({ entry }) => entry.id === id)
  if (found === undefined) throw new Error(`no entry ${id}`)
  return found
}

test('entries stand in the order in which they begin, whatever order the club typed them in', () => {
  expect(timeline.map(({ entry }) => entry.id)).toEqual([
    'gates',
    'judging',
    'clinic',
    'lunch',
    'dance',
    'parade',
  ])
})

test('an entry that ends before it begins ends on the day after', () => {
  expect(getTimed('dance').endsAt).toBe(at('2026-06-14', '01:00'))
})

test('an entry without an end is a moment', () => {
  expect(getTimed('parade').endsAt).toBe(getTimed('parade').startsAt)
})

test("times are the times of the event's zone", () => {
  expect(getTimed('gates').startsAt).toBe(Date.parse('2026-06-13T13:00:00Z'))
})

test('on now is what has begun and not ended, the latest first', () => {
  const ids = (time: string) => findCurrent(timeline, at('2026-06-13', time)).map(({ entry }) => entry.id)
  expect(ids('10:30')).toEqual(['judging'])
  expect(ids('11:15')).toEqual([])
  expect(ids('12:45')).toEqual(['lunch', 'clinic'])
})

test('next are all entries that begin at the next minute something begins', () => {
  const twins = toTimeline(
    [
      {
        date: '2026-06-13',
        entries: [...saturday.entries, { id: 'talk', startTime: '10:30', endTime: '11:00', label: 'Talk' }],
      },
    ],
    zone,
  )
  expect(findUpcoming(twins, at('2026-06-13', '09:30')).map(({ entry }) => entry.id)).toEqual([
    'talk',
    'judging',
  ])
  expect(findUpcoming(timeline, at('2026-06-15', '09:30'))).toEqual([])
})

test('a cancelled entry is neither now nor next, clashes with nothing and is not announced', () => {
  const cancelled = toTimeline(
    [{ ...saturday, entries: saturday.entries.map((entry) => ({ ...entry, cancelled: true })) }],
    zone,
  )
  const now = at('2026-06-13', '10:25')
  expect(findCurrent(cancelled, at('2026-06-13', '10:45'))).toEqual([])
  expect(findUpcoming(cancelled, now)).toEqual([])
  expect(findClashes(cancelled)).toEqual([])
  expect(findDue(cancelled, now)).toEqual([])
})

test('progress runs from nothing at the start to all at the end', () => {
  const judging = getTimed('judging')
  expect(findProgress(judging, judging.startsAt - 1)).toBe(0)
  expect(findProgress(judging, judging.startsAt + 15 * 60_000)).toBeCloseTo(1 / 3)
  expect(findProgress(judging, judging.endsAt + 1)).toBe(1)
  expect(findProgress(getTimed('parade'), getTimed('parade').startsAt)).toBe(1)
})

test('what is on stays as it is until the next entry begins or ends, or the day does', () => {
  const noon = at('2026-06-13', '12:45')
  expect(findUnchangedSpan(timeline, noon, zone)).toEqual({
    from: at('2026-06-13', '12:30'),
    until: at('2026-06-13', '13:00'),
  })
  expect(findUnchangedSpan(timeline, at('2026-06-13', '12:30'), zone).from).toBe(at('2026-06-13', '12:30'))
  expect(findUnchangedSpan([], noon, zone)).toEqual({
    from: at('2026-06-13', '00:00'),
    until: at('2026-06-14', '00:00'),
  })
})

test('a clash says from when to when, and for how many minutes', () => {
  const [clash, ...others] = findClashes(timeline)
  expect(others).toEqual([])
  expect(clash?.first.entry.id).toBe('clinic')
  expect(clash?.second.entry.id).toBe('lunch')
  expect(clash?.minutes).toBe(30)
  expect(clash?.from).toBe(at('2026-06-13', '12:30'))
  expect(clash?.until).toBe(at('2026-06-13', '13:00'))
})

test('entries that follow each other without a gap do not clash', () => {
  const follow = toTimeline(
    [
      {
        date: '2026-06-13',
        entries: [
          { id: 'a', startTime: '10:00', endTime: '11:00', label: 'A' },
          { id: 'b', startTime: '11:00', endTime: '12:00', label: 'B' },
        ],
      },
    ],
    zone,
  )
  expect(findClashes(follow)).toEqual([])
})

test('an entry is announced from ten minutes before it starts until it starts', () => {
  const ids = (now: number) => findDue(timeline, now).map(({ entry }) => entry.id)
  const start = getTimed('judging').startsAt
  expect(ids(start - 10 * 60_000 - 1)).toEqual([])
  expect(ids(start - 10 * 60_000)).toEqual(['judging'])
  expect(ids(start)).toEqual([])
})

test("the day shown first is today's, before the show its first, after the show its last", () => {
  const shown = (day: string) => findDayToShow(days, day)?.date
  expect(shown('2026-06-14')).toBe('2026-06-14')
  expect(shown('2026-06-01')).toBe('2026-06-13')
  expect(shown('2026-07-01')).toBe('2026-06-14')
  expect(findDayToShow([], '2026-06-13')).toBeUndefined()
})

test("today is today in the event's zone, not in London", () => {
  const lateOnSaturday = Date.parse('2026-06-14T03:30:00Z')
  expect(findProgrammeDay(timeline, lateOnSaturday, zone)).toBe('2026-06-13')
})

test('a favourite that moved, was cancelled, came back or went is news; one that stayed is not', () => {
  const seen = saturday.entries.map((entry) => toSeenScheduleEntry(entry, saturday.date))
  const later: ScheduleDay = {
    ...saturday,
    entries: saturday.entries
      .filter(({ id }) => id !== 'gates')
      .map((entry) => {
        if (entry.id === 'lunch') return { ...entry, place: 'Main hall' }
        if (entry.id === 'judging') return { ...entry, startTime: '11:00' }
        if (entry.id === 'clinic') return { ...entry, cancelled: true }
        return entry
      }),
  }
  const kinds = Object.fromEntries(findChanges(seen, [later]).map((change) => [change.was.id, change.kind]))
  expect(kinds).toEqual({ lunch: 'moved', judging: 'moved', clinic: 'cancelled', gates: 'removed' })
  expect(findChanges(seen, days)).toEqual([])
  const back = later.entries.map((entry) => toSeenScheduleEntry(entry, later.date))
  expect(findChanges(back, [saturday]).find(({ was }) => was.id === 'clinic')?.kind).toBe('restored')
})

test('a new wording alone is no news, and a cancelled entry that moves is none either', () => {
  const seen = [
    toSeenScheduleEntry(
      { id: 'x', startTime: '09:00', endTime: '10:00', label: 'Tea', cancelled: true },
      '2026-06-13',
    ),
  ]
  const is = [
    {
      date: '2026-06-13',
      entries: [{ id: 'x', startTime: '11:00', endTime: '12:00', label: 'Tea!', cancelled: true }],
    },
  ]
  expect(findChanges(seen, is)).toEqual([])
})

const friday: ScheduleDay = {
  date: '2026-06-12',
  entries: [
    { id: 'band', startTime: '23:30', endTime: '00:30', label: 'Band' },
    { id: 'karaoke', startTime: '00:30', endTime: '02:00', startsNextDay: true, label: 'Karaoke' },
    { id: 'supper', startTime: '19:00', endTime: '20:00', label: 'Supper' },
  ],
}
const night = toTimeline([friday, saturday, sunday], zone)

test('a day of the programme runs on into the night', () => {
  const ofFriday = night.filter(({ date }) => date === friday.date).map(({ entry }) => entry.id)
  expect(ofFriday).toEqual(['supper', 'band', 'karaoke'])
  const karaoke = night.find(({ entry }) => entry.id === 'karaoke')
  expect(karaoke?.startsAt).toBe(at('2026-06-13', '00:30'))
  expect(karaoke?.endsAt).toBe(at('2026-06-13', '02:00'))
  expect(findCurrent(night, at('2026-06-13', '00:10')).map(({ entry }) => entry.id)).toEqual(['band'])
  expect(findUpcoming(night, at('2026-06-13', '00:10')).map(({ entry }) => entry.id)).toEqual(['karaoke'])
  expect(findDue(night, at('2026-06-13', '00:21')).map(({ entry }) => entry.id)).toEqual(['karaoke'])
})

test("after midnight the day is still the evening's until its last entry ends or the morning's first begins", () => {
  const dayAt = (day: string, time: string) => findProgrammeDay(night, at(day, time), zone)
  expect(dayAt('2026-06-12', '23:59')).toBe('2026-06-12')
  expect(dayAt('2026-06-13', '00:00')).toBe('2026-06-12')
  expect(dayAt('2026-06-13', '01:59')).toBe('2026-06-12')
  expect(dayAt('2026-06-13', '02:00')).toBe('2026-06-13')
  expect(dayAt('2026-06-14', '00:59')).toBe('2026-06-13')
  expect(dayAt('2026-06-14', '01:00')).toBe('2026-06-14')
  const allNight = [{ id: 'guard', startTime: '18:00', endTime: '10:00', label: 'Field is guarded' }]
  const guarded = toTimeline([{ ...friday, entries: allNight }, saturday], zone)
  expect(findProgrammeDay(guarded, at('2026-06-13', '08:59'), zone)).toBe('2026-06-12')
  expect(findProgrammeDay(guarded, at('2026-06-13', '09:00'), zone)).toBe('2026-06-13')
  const cancelled = friday.entries.map((entry) => ({ ...entry, cancelled: true }))
  const quiet = toTimeline([{ ...friday, entries: cancelled }, saturday], zone)
  expect(findProgrammeDay(quiet, at('2026-06-13', '00:10'), zone)).toBe('2026-06-13')
})

test('the nights in which the clocks change are as long as they are', () => {
  const lengthOf = (date: string, startTime: string, endTime: string, startsNextDay?: true) => {
    const entry = { id: 'x', startTime, endTime, label: 'X', ...(startsNextDay ? { startsNextDay } : {}) }
    const [timed] = toTimeline([{ date, entries: [entry] }], zone)
    return timed === undefined ? undefined : (timed.endsAt - timed.startsAt) / 60_000
  }
  // the clock goes from 2:00 to 3:00 in the night after 7 March, and from 2:00 to 1:00 after 31 October
  expect(lengthOf('2026-03-07', '23:00', '03:30')).toBe(3.5 * 60)
  expect(lengthOf('2026-10-31', '23:00', '03:30')).toBe(5.5 * 60)
  expect(lengthOf('2026-03-07', '02:30', '03:00', true)).toBe(0)
  expect(lengthOf('2026-03-07', '01:30', '03:30', true)).toBe(60)
})

test('an end before the start is the next day, unless nobody can have meant that', () => {
  const fault = (startTime: string, endTime: string, startsNextDay = false) =>
    findEntryFault({ startTime, endTime, startsNextDay })
  expect(fault('23:30', '00:30')).toBeUndefined()
  expect(fault('18:00', '10:00')).toBeUndefined()
  expect(fault('18:00', '')).toBeUndefined()
  expect(fault('14:00', '13:00')).toBe('ends-before-start')
  expect(fault('14:00', '14:00')).toBe('no-length')
  expect(fault('00:30', '02:00', true)).toBeUndefined()
  expect(fault('14:00', '15:00', true)).toBe('no-night')
})

test('an entry that moves past midnight on the same evening has moved', () => {
  const seen = friday.entries.map((entry) => toSeenScheduleEntry(entry, friday.date))
  const same = { ...friday, entries: friday.entries.filter(({ id }) => id !== 'karaoke') }
  const calendar = { id: 'karaoke', startTime: '00:30', endTime: '02:00', label: 'Karaoke' }
  expect(findChanges(seen, [friday])).toEqual([])
  // the same instant under the next day is no news, another night is
  expect(findChanges(seen, [same, { date: '2026-06-13', entries: [calendar] }])).toEqual([])
  const moved = findChanges(seen, [{ ...same, entries: [...same.entries, calendar] }])
  expect(moved.map(({ kind, was }) => [kind, was.id])).toEqual([['moved', 'karaoke']])
})
