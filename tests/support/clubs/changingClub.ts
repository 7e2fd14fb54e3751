// A club whose offer changes while somebody's form is open: tickets, shifts, a sale and a membership.
import { addDays } from '../../../src/domain/day.ts'
import { defineWorld, home, today } from './world.ts'

/** Everything is open, and the member's membership is good until tomorrow. */
const asPublished = { registrationEnds: 10, seats: 20, shiftIn: 20, memberFor: 1 }

export function makeChangingClub(change: Partial<typeof asPublished> = {}) {
  const { registrationEnds, seats, shiftIn, memberFor } = { ...asPublished, ...change }
  const registering = {
    carPrice: 20,
    regMemberDiscount: 25,
    reg_enddate: `${addDays(today, registrationEnds)}T18:00:00Z`,
  }
  const seat = { price: 1, limit: 2, quantity: 40 }
  const shifts = [
    { day: shiftIn, at: 8, hours: 2, places: 9 },
    { day: -2, at: 13, hours: 2, places: 9 },
  ]
  return defineWorld({
    clubs: {
      changing: {
        name: 'Changing Motor Club',
        serviceFee: 1.5,
        events: {
          'Full Meet': {
            ...registering,
            classes: { 1: 'All cars' },
            tickets: Object.fromEntries(Array.from({ length: seats }, (_, at) => [`Seat ${at + 1}`, seat])),
          },
          'Bare Meet': registering,
          'Helping Meet': { shifts: { Gate: { shifts } } },
        },
      },
    },
    people: { mabel: { name: 'Mabel Quist', ...home, paidFor: memberFor } },
  }).changing
}

export const changing = makeChangingClub()
