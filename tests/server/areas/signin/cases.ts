// What the tests of all actions need of these.
import type { signin } from '../../../../src/contract/signin.ts'
import type { signinLetters } from '../../../../src/server/areas/signin/letters.ts'
import type { CasesOf } from '../../../support/clubs/actionCase.ts'
import type { ExamplesOf } from '../../../support/letters/letterExample.ts'

export const cases: CasesOf<typeof signin> = {
  member_login: {
    sample: ({ people: { member } }) => ({
      username: member.email,
      password: member.password ?? '',
      ttl: 24,
    }),
  },
  member_set_password: {
    sample: ({ people: { noPassword } }) => ({
      username: noPassword.email,
      password: 'Rumble-Seat 1932',
      code: 'ABCD-EFGH',
    }),
    refused: 'invalid-input',
  },
  member_forgot_password: {
    sample: ({ people: { member } }) => ({ username: member.email }),
  },
  undo_password_change: {
    sample: () => ({ code: 'ABCDEFGHJKLMNPQRSTUVWXYZ23' }),
    refused: 'bad-link',
  },
  member_authorize: {
    sample: () => ({}),
    whenExpired: 'the sign-in itself, also on a phone',
  },
  member_logout: {
    sample: () => ({}),
    whenExpired: 'the sign-in itself, also on a phone',
  },
}

/** Of the mails that the area sends. */
export const letterExamples: ExamplesOf<typeof signinLetters> = () => ({
  'temporary-password': [{ kind: 'temporary-password', codeId: '1' }],
  'password-set': [
    { kind: 'password-set', isFirst: true, undoId: null },
    { kind: 'password-set', isFirst: false, undoId: '1' },
  ],
})
