// What the tests of all actions need of these.
import type { desk } from '../../../../src/contract/desk.ts'
import type { CasesOf } from '../../../support/clubs/actionCase.ts'

const oneReads = { why: 'why an officer did it; other officers alone read it, as text' }

export const cases: CasesOf<typeof desk> = {
  become_owner: {
    sample: () => ({ secret: 'a'.repeat(43) }),
    refused: 'owner-link-ended',
    whenExpired: 'a club is not left without an owner because their dues have run out',
    textsApart: { secret: { why: 'it is only compared' } },
  },
  get_desk: {
    sample: () => ({}),
  },
  list_officers: {
    sample: () => ({}),
  },
  give_role: {
    sample: ({ people: { owner } }) => ({ memberId: owner.id, role: 'owner', reason: 'Elected in May' }),
    refused: 'has-role',
    textsApart: { reason: oneReads },
  },
  take_role: {
    sample: ({ people: { child } }) => ({ memberId: child.id, role: 'treasurer', reason: 'Moved away' }),
    refused: 'no-such-role',
    textsApart: { reason: oneReads },
  },
  list_trail: {
    sample: () => ({}),
    noMembersIds: ['id'],
    textsApart: { id: { why: 'it is only compared' } },
  },
}
