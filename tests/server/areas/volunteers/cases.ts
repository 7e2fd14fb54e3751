// What the tests of all actions need of these.
import type { volunteers } from '../../../../src/contract/volunteers.ts'
import type { CasesOf } from '../../../support/clubs/actionCase.ts'
import { helper } from '../../../support/clubs/sampleInputs.ts'

export const cases: CasesOf<typeof volunteers> = {
  worker_signup: {
    sample: ({ show }) => ({ eventId: show.id, contactInfo: helper, shifts: [show.shiftIds[0]] }),
    texts: 'sales',
  },
  get_linked_shifts: {
    sample: () => ({ code: `1.${'A'.repeat(43)}` }),
    refused: 'bad-mail-code',
  },
  confirm_shifts: {
    sample: () => ({ code: `1.${'A'.repeat(43)}` }),
    refused: 'bad-mail-code',
  },
  answer_shift: {
    sample: ({ show }) => ({ code: `1.${'A'.repeat(43)}`, shift: show.shiftIds[0], answer: 'give-back' }),
    refused: 'bad-mail-code',
  },
}
