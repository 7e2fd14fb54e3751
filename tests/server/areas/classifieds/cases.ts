// What the tests of all actions need of these.
import type { classifieds } from '../../../../src/contract/classifieds.ts'
import type { CasesOf } from '../../../support/clubs/actionCase.ts'

export const cases: CasesOf<typeof classifieds> = {
  get_classifieds: {
    sample: () => ({ search: 'wheels' }),
    texts: 'shared',
  },
  get_classified: {
    sample: ({ listings }) => ({ id: listings.own }),
    noMembersIds: ['id'],
  },
  create_classified: {
    sample: () => ({ label: 'Hubcaps', price: 75.5, description: 'A set of four', images: [] }),
    texts: 'shared',
  },
  update_classified: {
    sample: ({ listings }) => ({ id: listings.own, label: 'Wheels', price: 400, description: '' }),
    noMembersIds: ['id'],
    texts: 'shared',
  },
  delete_classified: {
    sample: ({ listings }) => ({ id: listings.other }),
    refused: 'not-allowed',
    noMembersIds: ['id'],
  },
}
