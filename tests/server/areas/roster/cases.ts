// What the tests of all actions need of these.
import type { roster } from '../../../../src/contract/roster.ts'
import type { CasesOf } from '../../../support/clubs/actionCase.ts'

export const cases: CasesOf<typeof roster> = {
  get_members_for_roster: {
    sample: () => ({}),
  },
}
