import { expect, test } from 'vitest'
import {
  findShiftClash,
  findShiftTimes,
  listGifts,
  listShiftClashes,
  type ShiftTime,
} from '../../src/domain/shift.ts'

const newYork = 'America/New_York'
const toShift = (shiftDate: string, clock: string, duration: number): ShiftTime => {
  const [start = 0, startMinute = 0] = clock.split(':').map(Number)
  return { shiftDate, start, startMinute, duration }
}
const findTimes = (shift: ShiftTime, timeZone = newYork) => {
  const { startsAt, endsAt } = findShiftTimes(shift, timeZone)
  return [new Date(startsAt).toISOString(), new Date(endsAt).toISOString()]
}

test.each([
  ['in summer', toShift('2026-06-13', '7:30', 2.5), '2026-06-13T11:30', '2026-06-13T14:00'],
  ['across midnight', toShift('2026-06-13', '22:00', 4), '2026-06-14T02:00', '2026-06-14T06:00'],
  ['to midnight', toShift('2026-06-13', '23:00', 1), '2026-06-14T03:00', '2026-06-14T04:00'],
  // the night has 23 hours, and then 25: the shift lasts as long as it says
  ['while the clock goes forward', toShift('2026-03-08', '1:00', 3), '2026-03-08T06:00', '2026-03-08T09:00'],
  ['while the clock goes back', toShift('2026-11-01', '0:00', 3), '2026-11-01T04:00', '2026-11-01T07:00'],
  ['in minutes', toShift('2026-06-13', '9:05', 1 / 3), '2026-06-13T13:05', '2026-06-13T13:25'],
])('a shift %s begins and ends where the event takes place', (_, shift, startsAt, endsAt) => {
  expect(findTimes(shift)).toEqual([`${startsAt}:00.000Z`, `${endsAt}:00.000Z`])
})

test.each([
  ['one within the other', [toShift('2026-06-13', '8:00', 8), toShift('2026-06-13', '9:00', 1)], true],
  ['the same twice', [toShift('2026-06-13', '8:00', 1), toShift('2026-06-13', '8:00', 1)], true],
  ['by a minute', [toShift('2026-06-13', '8:00', 1), toShift('2026-06-13', '8:59', 1)], true],
  ['one after the other', [toShift('2026-06-13', '8:00', 1), toShift('2026-06-13', '9:00', 1)], false],
  ['across midnight', [toShift('2026-06-13', '22:00', 4), toShift('2026-06-14', '1:00', 1)], true],
  ['to midnight', [toShift('2026-06-13', '22:00', 2), toShift('2026-06-14', '0:00', 1)], false],
  ['on two days', [toShift('2026-06-13', '8:00', 1), toShift('2026-06-14', '8:00', 1)], false],
  // an hour comes twice that night
  ['as the clock goes back', [toShift('2026-10-31', '23:00', 4), toShift('2026-11-01', '2:30', 1)], false],
  ['none', [], false],
])('shifts overlap or not: %s', (_, shifts, isClash) => {
  for (const inOrder of [shifts, [...shifts].reverse()]) {
    expect(findShiftClash(inOrder, newYork) !== undefined).toBe(isClash)
  }
})

test('two that overlap are found among many, the earlier first', () => {
  const free = Array.from({ length: 8 }, (_, day) => toShift(`2026-06-0${day + 1}`, '8:00', 8))
  const long = toShift('2026-06-09', '8:00', 8)
  const late = toShift('2026-06-09', '15:00', 3)
  expect(findShiftClash([late, ...free, long], newYork)).toEqual([long, late])
})

test('each shift that overlaps others is listed with the first of those', () => {
  const early = toShift('2026-06-12', '8:00', 2)
  const long = toShift('2026-06-12', '8:00', 4)
  const late = toShift('2026-06-12', '10:00', 2)
  const others = [toShift('2026-06-12', '12:00', 2), toShift('2026-06-13', '8:00', 4)]
  expect(listShiftClashes([early, late, ...others], newYork).size).toBe(0)
  expect([...listShiftClashes([early, long, late, ...others], newYork)]).toEqual([
    [early, long],
    [long, early],
    [late, long],
  ])
})

test('gifts are written with commas between them', () => {
  expect(listGifts(' T-shirt M , T-shirt L,, Mug,Mug , -')).toEqual(['T-shirt M', 'T-shirt L', 'Mug'])
  expect(listGifts('')).toEqual([])
})
