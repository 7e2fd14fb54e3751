// What the tests of all actions need of these.
import type { newsletter } from '../../../../src/contract/newsletter.ts'
import type { newsletterLetters } from '../../../../src/server/areas/newsletter/letters.ts'
import type { CasesOf } from '../../../support/clubs/actionCase.ts'
import type { ExamplesOf } from '../../../support/letters/letterExample.ts'

export const cases: CasesOf<typeof newsletter> = {
  get_additional_emails: {
    sample: () => ({}),
    whenExpired: 'the own profile and settings',
  },
  add_additional_email: {
    sample: () => ({ email: 'more@elsewhere.example' }),
    whenExpired: 'the own profile and settings',
  },
  remove_additional_email: {
    sample: () => ({ email: 'more@elsewhere.example' }),
    whenExpired: 'the own profile and settings',
  },
  confirm_newsletter: {
    sample: () => ({ code: '1.1.none' }),
    refused: 'bad-mail-code',
  },
  stop_newsletter: {
    sample: () => ({ code: '1.0.none' }),
    refused: 'bad-mail-code',
  },
}

/** Of the mails that the area sends. */
export const letterExamples: ExamplesOf<typeof newsletterLetters> = () => ({
  newsletter: [{ kind: 'newsletter', fileId: 1, memberId: 1, addressId: 0 }],
  'newsletter-confirm': [{ kind: 'newsletter-confirm', fname: 'Pia', memberId: 1, addressId: 1 }],
})
