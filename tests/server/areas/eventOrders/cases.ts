// What the tests of all actions need of these.
import type { eventOrders } from '../../../../src/contract/eventOrders.ts'
import type { purchasesLetters } from '../../../../src/server/areas/eventOrders/letters.ts'
import type { CasesOf } from '../../../support/clubs/actionCase.ts'
import { buyer, toEntry, toEventOrder } from '../../../support/clubs/sampleInputs.ts'
import { carClass, type ExamplesOf, toExampleEvent } from '../../../support/letters/letterExample.ts'

export const cases: CasesOf<typeof eventOrders> = {
  create_event_customer: {
    sample: ({ show }) => toEventOrder(show),
    refused: 'not-paid',
    texts: 'sales',
  },
  create_entries: {
    sample: ({ show: { id } }) => ({ eventId: id, entries: [toEntry()] }),
    refused: 'not-paid',
    texts: 'sales',
  },
  create_vendor: {
    sample: ({ show }) => {
      const { eventId, vendor, reservations } = toEventOrder(show)
      return { eventId, vendor, reservations }
    },
    refused: 'not-paid',
    texts: 'sales',
  },
  create_ticket: {
    sample: ({ show }) => ({ eventId: show.id, tickets: toEventOrder(show).tickets }),
    refused: 'not-paid',
    texts: 'sales',
  },
  create_entry: {
    sample: ({ show: { id } }) => ({ eventId: id, ...toEntry() }),
    refused: 'not-paid',
    texts: 'sales',
  },
  find_entry: {
    sample: ({ show }) => ({ eventId: show.id, email: buyer.email }),
  },
  get_my_vehicles: {
    sample: () => ({}),
    whenExpired: 'what the member has shown at events',
  },
  get_my_orders: {
    sample: () => ({}),
    whenExpired: 'what the member has paid for',
  },
  get_event_availability: {
    sample: ({ show }) => ({ eventId: show.id }),
  },
}

/** Of the mails that the area sends. */
export const letterExamples: ExamplesOf<typeof purchasesLetters> = ({ today }) => {
  const details = toExampleEvent(today)
  return {
    purchases: [
      {
        kind: 'purchases',
        event: details.name,
        details,
        buyer: 'Pia Keller',
        cars: [
          {
            ...{ number: '204', vehicle: '1964 Studebaker Avanti R2', carClass, answers: 'Large' },
            code: '7G2K-M4QX-1B9T-ZC3W',
          },
        ],
        spaces: ['Swap meet, south field S-21'],
        spaceCodes: ['0M1N-B7QX-9Z8T-KC3W'],
        tickets: [
          { description: 'Both days', answers: 'Ada, Vegetarian', code: '4d5e6f70-1111', isUsed: false },
          { description: 'Camping', answers: '', code: '4d5e6f70-2222', isUsed: true },
        ],
        shifts: [
          {
            ...{ id: 1, schedule: 'Gate and parking', instructions: '', shiftDate: today },
            ...{ start: 8, startMinute: 30, duration: 2.5 },
          },
        ],
        workerId: 1,
      },
    ],
  }
}
