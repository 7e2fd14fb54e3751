// What the tests of all actions need of these.
import type { club } from '../../../../src/contract/club.ts'
import type { CasesOf } from '../../../support/clubs/actionCase.ts'

export const cases: CasesOf<typeof club> = {
  get_tenant: {
    sample: () => ({ memberTypes: true, pages: true }),
  },
  get_available_membertypes: {
    sample: () => ({}),
  },
}
