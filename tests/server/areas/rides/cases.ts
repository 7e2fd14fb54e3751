// What the tests of all actions need of these.
import type { rides } from '../../../../src/contract/rides.ts'
import type { CasesOf } from '../../../support/clubs/actionCase.ts'

export const cases: CasesOf<typeof rides> = {
  get_member_rides: {
    sample: () => ({}),
  },
  create_member_ride: {
    sample: () => ({
      year: '1962',
      make: 'Studebaker',
      model: 'Lark',
      description: 'Found in a barn.',
    }),
    texts: 'shared',
  },
  update_member_ride: {
    sample: ({ rideId }) => ({ id: rideId, trim: 'Regal' }),
    noMembersIds: ['id'],
    texts: 'shared',
  },
  delete_member_ride: {
    sample: ({ rideId }) => ({ id: rideId + 1_000_000 }),
    refused: 'ride-not-found',
    noMembersIds: ['id'],
  },
  get_all_member_rides: {
    sample: () => ({ limit: 10, offset: 0 }),
  },
}
