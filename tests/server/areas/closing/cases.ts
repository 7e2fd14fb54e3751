// What the tests of all actions need of these.
import type { closing } from '../../../../src/contract/closing.ts'
import type { closingLetters } from '../../../../src/server/areas/closing/letters.ts'
import type { CasesOf } from '../../../support/clubs/actionCase.ts'
import type { ExamplesOf } from '../../../support/letters/letterExample.ts'

export const cases: CasesOf<typeof closing> = {
  get_own_data_link: {
    sample: () => ({}),
    whenExpired: 'taking what is theirs, and leaving, after their additional logins',
  },
  read_own_data: {
    sample: ({ people: { member } }) => ({
      member: member.id,
      until: 4_000_000_000,
      proof: 'none',
      part: 'profile',
    }),
    refused: 'own-data-not-found',
  },
  close_member: {
    // somebody else's, so that nothing is closed
    sample: ({ people: { parent } }) => ({ username: parent.email }),
    refused: 'account-not-found',
    whenExpired: 'taking what is theirs, and leaving, after their additional logins',
  },
}

/** Of the mails that the area sends. */
export const letterExamples: ExamplesOf<typeof closingLetters> = () => ({
  'account-closed': [{ kind: 'account-closed', fname: 'Pia' }],
})
