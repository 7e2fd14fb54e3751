// What the tests of all actions need of these.
import type { eventOrders } from '../../../../src/contract/eventOrders.ts'
import type { CasesOf } from '../../../support/clubs/actionCase.ts'
import { buyer, toEntry, toEventOrder } from '../../../support/clubs/sampleInputs.ts'

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
