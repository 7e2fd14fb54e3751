// What the tests of all actions need of these.
import type { events } from '../../../../src/contract/events.ts'
import type { CasesOf } from '../../../support/clubs/actionCase.ts'

export const cases: CasesOf<typeof events> = {
  get_upcoming_events: {
    sample: () => ({ availability: '1' }),
  },
  get_event: {
    sample: ({ show }) => ({ event: show.id }),
  },
  get_event_pack: {
    sample: ({ show }) => ({ eventId: show.id }),
  },
  get_makes: {
    sample: ({ show }) => ({ eventId: show.id }),
  },
  get_models: {
    sample: ({ makeId }) => ({ makeId }),
  },
  get_all_eventclasses: {
    sample: ({ show }) => ({ event: show.id, viewable: true }),
  },
  get_all_shifts: {
    sample: ({ show }) => ({ eventId: show.id, availableOnly: true }),
  },
  get_later_entries: {
    sample: ({ show }) => ({ eventId: show.id }),
  },
  get_sold_vendors: {
    sample: ({ show }) => ({ eventId: show.id }),
  },
  get_entries: {
    sample: ({ show }) => ({ eventId: show.id }),
  },
}
