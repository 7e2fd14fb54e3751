// What the tests of all actions need of these.
import type { newsletter } from '../../../../src/contract/newsletter.ts'
import type { CasesOf } from '../../../support/clubs/actionCase.ts'

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
