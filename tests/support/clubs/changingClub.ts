// A club whose offer changes while somebody's form is open: tickets, shifts, a sale and a membership.
import { addDays, findDay } from '../../../src/domain/day.ts'
import type { ClubFile } from '../../../src/server/clubFile/clubFile.ts'
import { ownDomain, toOwnSlug } from '../browsers/ownNames.ts'
import type { Product } from '../browsers/product.ts'
import { callAction } from '../buying/apiBuyer.ts'
import { importClubs } from './doorClubs.ts'

export const changingSlug = toOwnSlug('changing')
const zone = 'America/Chicago'
export const today = findDay(Date.now(), zone)
export const changingMember = { email: `mabel@${ownDomain}`, password: 'Lantern-Lane-1955!' }

type EventName = 'Full Meet' | 'Bare Meet' | 'Helping Meet'

/** Everything is open, and the member's membership is good until tomorrow. */
const asPublished = { registrationEnds: 10, seats: 20, shiftIn: 20, memberFor: 1 }

export function makeChangingClub(change: Partial<typeof asPublished> = {}): ClubFile {
  const { registrationEnds, seats, shiftIn, memberFor } = { ...asPublished, ...change }
  const opened = `${addDays(today, -20)}T12:00:00Z`
  const closes = `${addDays(today, 10)}T18:00:00Z`
  const days = { startDate: addDays(today, 20), endDate: addDays(today, 21) }
  const registering = {
    ...{ registration: true, reg_price: 20, regMemberDiscount: 25, reg_startdate: opened },
    reg_enddate: `${addDays(today, registrationEnds)}T18:00:00Z`,
  }
  return {
    showfield: 1,
    club: { slug: changingSlug, name: 'Changing Motor Club', timeZone: zone, settings: { serviceFee: 1.5 } },
    memberTypes: [{ ref: 'one', label: 'Individual', price: 45, renewPrice: 40 }],
    members: [
      {
        ...{ ref: 'mabel', fname: 'Mabel', lname: 'Quist', address: '4 Press Lane', city: 'Dublin' },
        ...{ state: 'OH', zip: '43016', phoneNumbers: [{ longCode: '6145550188' }] },
        ...{ email_address: changingMember.email, password: changingMember.password, type: 'one' },
        expiration: addDays(today, memberFor),
      },
    ],
    events: [
      {
        ...{ ref: 'full', name: 'Full Meet', ...days, ...registering },
        classes: [{ ref: 'c1', number: 1, description: 'All cars' }],
        tickets: Array.from({ length: seats }, (_, at) => ({
          ...{ ref: `s${at + 1}`, description: `Seat ${at + 1}`, price: 1, limit: 2, quantity: 40 },
          ...{ startdate: opened, enddate: closes },
        })),
      },
      { ref: 'bare', name: 'Bare Meet', ...days, ...registering },
      {
        ...{ ref: 'helping', name: 'Helping Meet', ...days },
        ...{ workerSignup: true, workerStartDate: opened, workerEndDate: closes },
        shiftSchedules: [
          {
            ...{ ref: 'gate', name: 'Gate' },
            shifts: [
              { ref: 'g1', shiftDate: addDays(today, shiftIn), start: 8, duration: 2, capacity: 9 },
              { ref: 'g2', shiftDate: addDays(today, -2), start: 13, duration: 2, capacity: 9 },
            ],
          },
        ],
      },
    ],
  }
}

async function findIds(product: Product): Promise<Record<EventName, number>> {
  const { events } = (await callAction(product, changingSlug, 'get_upcoming_events', {})) as unknown as {
    events: { id: number; name: EventName }[]
  }
  return Object.fromEntries(events.map(({ id, name }) => [name, id])) as Record<EventName, number>
}

export async function importChanging(product: Product): Promise<Record<EventName, number>> {
  await importClubs(product, [makeChangingClub()])
  return findIds(product)
}
