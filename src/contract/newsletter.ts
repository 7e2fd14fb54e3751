// Actions about the newsletter: the additional addresses to which it goes, and the links in its mails.
import { z } from 'zod'
import { define } from './define.ts'
import { email, line } from './shapes.ts'

/** In the order in which they were added. */
const additionalEmails = z.array(
  z.object({
    email: z.string(),
    /** `stopped`: its reader wants no mail. `waiting`: they have been asked, or will be with the next newsletter. */
    state: z.enum(['confirmed', 'waiting', 'stopped']),
    /** Whether a mail may ask again now. */
    canAsk: z.boolean(),
  }),
)

export const newsletter = {
  /** The addresses to which the newsletter goes beside the member's own. */
  get_additional_emails: define({
    access: 'member',
    effect: 'read',
    expired: true,
    input: z.object({}),
    output: z.object({ emails: additionalEmails }),
    failures: [],
  }),
  /**
   * Adds one, and mails to its reader whether they want the newsletter: nothing else is sent there before. For one that
   * is there already and has not confirmed, the mail is sent again, at most once a day and three times in all.
   */
  add_additional_email: define({
    access: 'member',
    effect: 'external',
    expired: true,
    input: z.object({ email }),
    output: z.object({ emails: additionalEmails }),
    failures: ['too-many-additional-emails'],
  }),
  remove_additional_email: define({
    access: 'member',
    effect: 'write',
    expired: true,
    input: z.object({ email }),
    output: z.object({ emails: additionalEmails }),
    failures: [],
  }),
  /** The link in the mail that asks an additional address whether it wants the newsletter. */
  confirm_newsletter: define({
    access: 'public',
    effect: 'write',
    input: z.object({ code: line(128) }),
    output: z.object({}),
    failures: ['bad-mail-code'],
  }),
  /** The link in every newsletter: no more of them to the address that got it. */
  stop_newsletter: define({
    access: 'public',
    effect: 'write',
    input: z.object({ code: line(128) }),
    output: z.object({}),
    failures: ['bad-mail-code'],
  }),
}
