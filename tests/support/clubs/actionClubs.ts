// A club with events whose actions are not open yet, open, or over, and with shifts for volunteers.
import { addDays, findDay } from '../../../src/domain/day.ts'
import { minuteMs } from '../../../src/domain/time.ts'
import type { ClubFile } from '../../../src/server/clubFile/clubFile.ts'
import { ownDomain, toOwnSlug } from '../browsers/ownNames.ts'

export const actionsSlug = toOwnSlug('actions')
export const actionsZone = 'America/Chicago'
export const actionsMember = { email: `hand@${ownDomain}`, password: 'Harvest-Lane-1962!' }

/** So long after `now` everything of "Later Meet" opens. */
export const opensAfterMs = 30 * minuteMs

export interface ActionsClubOptions {
  now: number
  /** The day of "Past Meet". */
  pastDay: string
}

export function makeActionsClub({ now, pastDay }: ActionsClubOptions): ClubFile {
  const today = findDay(now, actionsZone)
  const at = (ms: number) => new Date(now + ms).toISOString()
  const days = (count: number) => addDays(today, count)
  const window = (from: string, to: string) => ({
    registration: true,
    reg_startdate: from,
    reg_enddate: to,
    tickets: [
      {
        ref: `t-${from}`,
        description: 'Day pass',
        price: 9,
        limit: 4,
        quantity: 50,
        startdate: from,
        enddate: to,
      },
    ],
    maps: [
      {
        ref: `m-${from}`,
        label: 'Meadow',
        available: true,
        availableStartdate: from,
        availableEnddate: to,
        elements: [
          { ref: `A1-${from}`, shape: 'box' as const, x: 20, y: 20, w: 40, h: 40, row: 'A', num: '1' },
        ],
      },
    ],
    workerSignup: true,
    workerStartDate: from,
    workerEndDate: to,
  })
  const opened = `${days(-60)}T12:00:00Z`
  return {
    showfield: 1,
    club: { slug: actionsSlug, name: 'Harvest Motor Club', timeZone: actionsZone },
    memberTypes: [{ ref: 'one', label: 'Individual', price: 45, renewPrice: 40 }],
    members: [
      {
        ref: 'hand',
        fname: 'Rosalind',
        lname: 'Hand',
        phoneNumbers: [{ longCode: '6145550177' }],
        email_address: actionsMember.email,
        password: actionsMember.password,
        type: 'one',
        expiration: days(200),
      },
    ],
    events: [
      {
        ref: 'later',
        name: 'Later Meet',
        startDate: days(20),
        endDate: days(21),
        ...window(at(opensAfterMs), `${days(10)}T18:00:00Z`),
        shiftSchedules: [{ ref: 'later-s', name: 'Gate', shifts: [] }],
      },
      {
        ref: 'closed',
        name: 'Closed Meet',
        startDate: days(20),
        endDate: days(21),
        ...window(opened, `${days(-2)}T18:00:00Z`),
      },
      {
        ref: 'past',
        name: 'Past Meet',
        startDate: pastDay,
        endDate: pastDay,
        ...window(`${days(-61)}T12:00:00Z`, `${days(9)}T18:00:00Z`),
      },
      { ref: 'plain', name: 'Plain Meet', startDate: days(30), endDate: days(30) },
      {
        ref: 'family',
        name: 'Family Meet',
        startDate: days(30),
        endDate: days(30),
        workerSignup: true,
        workerStartDate: opened,
        workerEndDate: `${days(10)}T18:00:00Z`,
        shiftSchedules: [{ ref: 'family-s', name: 'Marshals', shareType: 2, shifts: [] }],
      },
      {
        ref: 'helpers',
        name: 'Helpers Meet',
        place: 'South pasture',
        startDate: days(20),
        endDate: days(21),
        workerSignup: true,
        workerStartDate: opened,
        workerEndDate: `${days(10)}T18:00:00Z`,
        workerChoices: 'Cap, , Shirt M , Cap',
        shiftSchedules: [
          {
            ref: 'gate',
            name: 'Gate',
            instructions: 'Meet at the gate.\nWear the vest.',
            shifts: [
              { ref: 'g1', shiftDate: days(20), start: 8, duration: 2, capacity: 9 },
              { ref: 'g2', shiftDate: days(20), start: 9, startMinute: 30, duration: 2, capacity: 9 },
              { ref: 'g3', shiftDate: days(21), start: 8, duration: 2, capacity: 1 },
              { ref: 'g4', shiftDate: days(21), start: 13, startMinute: 30, duration: 2.5, capacity: 9 },
            ],
          },
          {
            ref: 'kitchen',
            name: 'Kitchen',
            shifts: [
              {
                ref: 'k1',
                shiftDate: days(20),
                start: 7,
                duration: 2,
                capacity: 1,
                workers: [
                  {
                    ref: 'k1-1',
                    fname: 'Wendell',
                    lname: 'Paz',
                    phone: '6145550100',
                    email: `wendell@${ownDomain}`,
                  },
                ],
              },
              { ref: 'k2', shiftDate: days(20), start: 12, duration: 2, capacity: 9 },
            ],
          },
          {
            ref: 'marshals',
            name: 'Marshals',
            shareType: 2,
            shifts: [{ ref: 'm1', shiftDate: days(21), start: 10, duration: 3, capacity: 9 }],
          },
        ],
      },
    ],
  }
}
