// What the tests of all actions need of these.
import type { ballot } from '../../../../src/contract/ballot.ts'
import type { CasesOf } from '../../../support/clubs/actionCase.ts'

export const cases: CasesOf<typeof ballot> = {
  get_voter: {
    sample: ({ show }) => ({ voterId: show.voters[0] }),
  },
  submit_ballot: {
    sample: ({ show }) => ({
      voterId: show.voters[0],
      // only under the same key it is answered again
      key: '0d2f9b52-6a31-4f0e-9f0c-6b1a5c3d7e21',
      fname: 'Vera',
      lname: 'Vote',
      email: 'vera@vote.example',
      votes: ['110', '201'],
    }),
    texts: 'contest',
  },
}
