// What the tests of all actions need of these.
import type { activities } from '../../../../src/contract/activities.ts'
import type { CasesOf } from '../../../support/clubs/actionCase.ts'

export const cases: CasesOf<typeof activities> = {
  get_activities: {
    sample: () => ({ start: Date.UTC(2026, 0), end: Date.UTC(2027, 0) - 1 }),
  },
  get_calendar_feed: {
    sample: () => ({}),
  },
  renew_calendar_feed: {
    sample: () => ({}),
  },
  read_calendar_feed: {
    sample: () => ({ code: '0123456789abcdef0123456789abcdef01234567' }),
    refused: 'calendar-not-found',
  },
}
