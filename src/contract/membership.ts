// Actions for joining and renewing: looking up a membership by its e-mail address.
import { z } from 'zod'
import { define } from './define.ts'
import { email, flag } from './shapes.ts'

/**
 * All that a stranger who knows an e-mail address may see of its member (rules/security 2.4): what the
 * renewal screens show, with the street masked. No id, phone number, partner or settings, and not whether
 * there is a password. `lookup` replaces the id.
 */
const lookedUpMember = z.object({
  fname: z.string(),
  lname: z.string(),
  address: z.string(),
  city: z.string(),
  state: z.string(),
  zip: z.string(),
  /** Member type id; 0 if the member has none. */
  type: z.number(),
  typeLabel: z.string(),
  expiration: z.string(),
})

export const membership = {
  /**
   * By `username`, or by the `lookup` of an earlier answer or of a mail. With `purpose: 'signin'` the answer
   * is about its password alone, otherwise it is all other fields. Above the limits only `mailMe` works: it gives
   * everybody the same answer, and mails a link with a `lookup` if the address belongs to a member.
   */
  lookup_member: define({
    access: 'public',
    effect: 'external',
    secret: 'lookup',
    input: z.object({
      username: email.optional(),
      lookup: z.string().max(200).optional(),
      purpose: z.literal('signin').optional(),
      mailMe: flag.optional(),
    }),
    output: z.object({
      hasPassword: z.boolean().optional(),
      /** The account has no password, and this browser has just paid for it: no code is needed. */
      isNewHere: z.literal(true).optional(),
      /** Whether a code for a first password is on its way. False after too many within an hour. */
      codeSent: z.boolean().optional(),
      member: lookedUpMember.optional(),
      /** For an hour, the permission to renew this membership (`order.payload.lookup`). */
      lookup: z.string().optional(),
      /** Renewal is possible when this is 0 or less. */
      daysUntilRenew: z.number().optional(),
      canRenew: z.boolean().optional(),
      /** Whether this renewal may turn automatic renewal on and keep its card. Members choose signed in. */
      canAutoRenew: z.boolean().optional(),
      renewPrice: z.number().optional(),
      maxRenewYears: z.number().optional(),
    }),
    failures: ['account-not-found', 'child-membership', 'lookup-expired'],
  }),
}
