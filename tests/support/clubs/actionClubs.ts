// A club with events whose actions are not open yet, open, or over, and with shifts for volunteers.
import { addDays } from '../../../src/domain/day.ts'
import { minuteMs } from '../../../src/domain/time.ts'
import { ownDomain } from '../browsers/ownNames.ts'
import { defineWorld, today } from './world.ts'

export const now = Date.now()
/** So long after `now` everything of "Later Meet" opens. */
export const opensAfterMs = 30 * minuteMs

const inDays = (days: number, time = '18:00') => `${addDays(today, days)}T${time}:00Z`
const all = {
  carPrice: 0,
  tickets: { 'Day pass': 9 },
  maps: { Meadow: { spaces: [{ x: 20, y: 20, w: 40, h: 40, row: 'A', num: '1' }] } },
  shifts: {},
}

/** `pastDay`: of "Past Meet", counted from today. */
export const makeActionsClub = (pastDay: number) =>
  defineWorld({
    clubs: {
      actions: {
        name: 'Harvest Motor Club',
        events: {
          'Later Meet': {
            window: [new Date(now + opensAfterMs).toISOString(), inDays(10)],
            ...all,
            shifts: { Gate: {} },
          },
          'Closed Meet': { window: [inDays(-60, '12:00'), inDays(-2)], ...all },
          'Past Meet': { days: [pastDay, pastDay], window: [inDays(-61, '12:00'), inDays(9)], ...all },
          'Plain Meet': { days: [30, 30] },
          'Family Meet': { days: [30, 30], shifts: { Marshals: { shareType: 2 } } },
          'Helpers Meet': {
            place: 'South pasture',
            workerChoices: 'Cap, , Shirt M , Cap',
            shifts: {
              Gate: {
                instructions: 'Meet at the gate.\nWear the vest.',
                shifts: [
                  { day: 20, at: 8, hours: 2, places: 9 },
                  { day: 20, at: 9.5, hours: 2, places: 9 },
                  { day: 21, at: 8, hours: 2, places: 1 },
                  { day: 21, at: 13.5, hours: 2.5, places: 9 },
                ],
              },
              Kitchen: {
                shifts: [
                  {
                    ...{ day: 20, at: 7, hours: 2, places: 1 },
                    workers: [
                      { ref: 'wendell', fname: 'Wendell', lname: 'Paz', email: `wendell@${ownDomain}` },
                    ],
                  },
                  { day: 20, at: 12, hours: 2, places: 9 },
                ],
              },
              Marshals: { shareType: 2, shifts: [{ day: 21, at: 10, hours: 3, places: 9 }] },
            },
          },
        },
      },
    },
    people: { hand: { name: 'Rosalind Hand', phoneNumbers: [{ longCode: '6145550177' }] } },
  }).actions

export const actions = makeActionsClub(-30)
