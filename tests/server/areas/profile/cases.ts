// What the tests of all actions need of these.
import type { profile } from '../../../../src/contract/profile.ts'
import type { emailLetters } from '../../../../src/server/member/emailLetters.ts'
import type { CasesOf } from '../../../support/clubs/actionCase.ts'
import { type ExamplesOf, longEmail } from '../../../support/letters/letterExample.ts'

export const cases: CasesOf<typeof profile> = {
  get_member: {
    sample: ({ people: { member } }) => ({ id: member.id }),
  },
  update_member: {
    sample: ({ people: { member } }) => ({ id: member.id, city: 'Rye' }),
    whenExpired: 'the own profile and settings',
    texts: 'shared',
  },
  resend_email_change: {
    sample: () => ({}),
    refused: 'bad-mail-code',
    whenExpired: 'the own profile and settings',
  },
  send_email_proof: {
    sample: () => ({}),
    whenExpired: 'the own profile and settings',
  },
  prove_email: {
    sample: () => ({ code: 'ABCD-EFGH' }),
    whenExpired: 'the own profile and settings',
  },
  cancel_email_change: {
    sample: () => ({}),
    whenExpired: 'the own profile and settings',
  },
  confirm_email_change: {
    sample: () => ({ code: 'ABCDEFGH' }),
    refused: 'bad-mail-code',
  },
  undo_email_change: {
    sample: () => ({ code: 'ABCDEFGH' }),
    refused: 'bad-mail-code',
  },
}

/** Of the mails that the area sends. */
export const letterExamples: ExamplesOf<typeof emailLetters> = () => ({
  'email-proof': [{ kind: 'email-proof', codeId: '1' }],
  'email-confirm': [{ kind: 'email-confirm', fname: 'Pia', codeId: '1' }],
  'email-undo': [{ kind: 'email-undo', fname: 'Pia', newEmail: longEmail, codeId: '1' }],
  'email-in-use': [{ kind: 'email-in-use' }],
})
