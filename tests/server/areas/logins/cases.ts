// What the tests of all actions need of these.
import type { logins } from '../../../../src/contract/logins.ts'
import type { CasesOf } from '../../../support/clubs/actionCase.ts'

export const cases: CasesOf<typeof logins> = {
  get_member_children: {
    sample: () => ({}),
    whenExpired: 'taking what is theirs, and leaving, after their additional logins',
  },
  delete_member: {
    sample: ({ people: { child } }) => ({ id: child.id }),
    refused: 'member-not-found',
    whenExpired: 'taking what is theirs, and leaving, after their additional logins',
  },
  resend_invitation: {
    sample: ({ people: { child } }) => ({ id: child.id }),
    refused: 'member-not-found',
  },
}
