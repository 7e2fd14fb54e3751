// Actions for signing in and out, and for the signed-in member.
import { z } from 'zod'
import { mostPasswordLength } from '../domain/members/password.ts'
import { memberWire } from '../domain/shapes/member.ts'
import { define } from './define.ts'
import { email } from './shapes.ts'

export const signin = {
  member_login: define({
    access: 'public',
    effect: 'external',
    signsIn: true,
    input: z.object({
      username: email,
      password: z.string().min(1).max(mostPasswordLength),
      /** Hours. Anything but 8760 counts as 24 (rules/security 1.8). */
      ttl: z.unknown().optional(),
    }),
    output: z.object({
      /** The password was a temporary one: only `member_set_password` works with this sign-in. */
      mustChangePassword: z.literal(true).optional(),
    }),
    failures: ['wrong-password'],
  }),
  /**
   * With a token it changes the member's own password. Without one it sets the first password of an account,
   * and `code`, or the cookie of who has just joined, proves the mailbox (rules/security 3).
   */
  member_set_password: define({
    access: 'either',
    effect: 'external',
    expired: true,
    beforeNewPassword: true,
    // no key: a record would hold a hash of the password that is fast to compute
    ownKey: true,
    input: z.object({
      username: email.optional(),
      password: z.string().min(1).max(mostPasswordLength),
      code: z.string().max(64).optional(),
      /** With a token: the addresses of the calendar and of the membership card end, and there are new ones. */
      renewsAddresses: z.boolean().optional(),
    }),
    output: z.object({}),
    failures: ['weak-password', 'common-password', 'signin-too-old', 'bad-code'],
  }),
  /** Mails a temporary password if the account exists. The answer and the work are equal if it does not. */
  member_forgot_password: define({
    access: 'public',
    effect: 'external',
    ownKey: true,
    input: z.object({ username: email }),
    output: z.object({}),
    failures: [],
  }),
  /** From the mail about a changed password: ends all sign-ins, and the account has no password any more. */
  undo_password_change: define({
    access: 'public',
    effect: 'external',
    ownKey: true,
    input: z.object({ code: z.string().min(1).max(64) }),
    output: z.object({}),
    failures: ['bad-link'],
  }),
  member_authorize: define({
    access: 'member',
    effect: 'read',
    expired: true,
    beforeNewPassword: true,
    input: z.object({}),
    output: z.object({
      member: memberWire.extend({
        /** Of the member's own type, which may be closed to joining. */
        typeLabel: z.string(),
        allowChildren: z.boolean(),
      }),
      mustChangePassword: z.literal(true).optional(),
    }),
    failures: [],
  }),
  member_logout: define({
    access: 'member',
    effect: 'write',
    expired: true,
    beforeNewPassword: true,
    input: z.object({}),
    output: z.object({}),
    failures: [],
  }),
}
