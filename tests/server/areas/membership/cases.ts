// What the tests of all actions need of these.
import type { membership } from '../../../../src/contract/membership.ts'
import type { CasesOf } from '../../../support/clubs/actionCase.ts'

export const cases: CasesOf<typeof membership> = {
  get_own_membership: {
    sample: () => ({}),
    whenExpired: 'the membership, its card and its renewal',
  },
  stripe_membership_renew: {
    sample: () => ({}),
    refused: 'renewal-too-early',
    whenExpired: 'the membership, its card and its renewal',
  },
  lookup_member: {
    sample: ({ people: { noPassword } }) => ({ username: noPassword.email, purpose: 'signin' }),
  },
}
