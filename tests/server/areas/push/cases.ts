// What the tests of all actions need of these.
import type { push } from '../../../../src/contract/push.ts'
import type { CasesOf } from '../../../support/clubs/actionCase.ts'
import { goodEndpoints, makePushKeys } from '../../../support/corpora/pushVectors.ts'

export const cases: CasesOf<typeof push> = {
  get_event_alerts: {
    sample: ({ show }) => ({ eventId: show.id }),
  },
  get_member_alerts: {
    sample: () => ({}),
  },
  webpush_subscribe: {
    sample: ({ show }) => ({
      endpoint: goodEndpoints[0] ?? '',
      keys: makePushKeys(),
      eventId: show.id,
    }),
    textsApart: {
      'favourites[]': { why: 'compared with the ids of a schedule, and shown nowhere' },
    },
  },
}
