// What the tests of all actions need of these.
import type { account } from '../../../../src/contract/account.ts'
import type { CasesOf } from '../../../support/clubs/actionCase.ts'

export const cases: CasesOf<typeof account> = {
  get_member_settings: {
    sample: () => ({}),
    whenExpired: 'the own profile and settings',
  },
  update_member_settings: {
    sample: () => ({ notifyNewFile: false }),
    whenExpired: 'the own profile and settings',
  },
}
