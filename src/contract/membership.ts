// Actions for joining and renewing: looking up a membership by its e-mail address.
import { z } from 'zod'
import { day } from '../domain/shapes/fileValues.ts'
import { quoteWire } from '../domain/shapes/orderLine.ts'
import { define } from './define.ts'
import { email, flag, uuid } from './shapes.ts'

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
  life: z.boolean(),
})

/** A renewal with the saved card that has not succeeded. */
const openRenewal = z.object({
  /**
   * `charging`: the provider has not answered yet. `waiting`: it is tried again. `confirm`: the bank wants its
   * holder to confirm. `stopped`: nothing happens before the member acts. Of `waiting` and `stopped` nothing was
   * charged. `taken`: its money arrived and has renewed nothing.
   */
  state: z.enum(['charging', 'waiting', 'confirm', 'stopped', 'taken']),
  reason: z.enum(['funds', 'expired', 'gone', 'holder', 'declined']),
  /** A calendar day in the club's zone; '' if it is not tried again by itself. */
  nextTry: z.string(),
  /** Opens the order's page, of `confirm` and `taken`; otherwise ''. */
  orderKey: z.string(),
})

export const membership = {
  /** The signed-in member's own membership: how it is, and what renewing it now with the saved card means. */
  get_own_membership: define({
    access: 'member',
    effect: 'read',
    expired: true,
    input: z.object({}),
    output: z.object({
      membership: z.object({
        /** The first day that is no longer valid. */
        expiration: z.string(),
        /** For life: nothing is renewed, and the expiration never comes. */
        life: z.boolean(),
        /** A calendar day; '' if the club did not say. */
        memberSince: z.string(),
        memberId: z.number(),
        typeLabel: z.string(),
        isChild: z.boolean(),
        /** Renewal is possible when this is 0 or less. */
        daysUntilRenew: z.number(),
        canRenew: z.boolean(),
        autoRenew: z.boolean(),
        /** The card that renewals charge. */
        card: z
          .object({ brand: z.string(), last4: z.string(), expMonth: z.number(), expYear: z.number() })
          .nullable(),
        /** One year with the saved card; null if it cannot be renewed now. */
        renewNow: z
          .object({ quote: quoteWire, expiration: z.string(), runsFromToday: z.boolean() })
          .nullable(),
        open: openRenewal.nullable(),
        /** What is charged by itself, and on which calendar day, '' for within a day; null if nothing is. */
        nextCharge: z.object({ day: z.string(), amountCents: z.number() }).nullable(),
      }),
    }),
    failures: [],
  }),
  /**
   * Charges the saved card for one year. A period is renewed once, however often and from wherever this is
   * called: with the `expiration` that was on the screen, the same call later answers with the same renewal.
   */
  stripe_membership_renew: define({
    access: 'member',
    effect: 'external',
    expired: true,
    ownKey: true,
    input: z.object({
      expiration: day.optional(),
      /** Cents, as shown. The server charges its own total, or nothing if this differs. */
      amount: z.int().min(0).max(2_000_000_000).optional(),
      key: uuid.optional(),
    }),
    output: z.object({ expiration: z.string() }),
    failures: [
      'renewal-not-found',
      'renewal-changed',
      'renewal-too-early',
      'renewal-declined',
      'renewal-needs-holder',
      'no-saved-card',
      'child-membership',
      'life-member',
      'price-changed',
      'amount-too-small',
      'amount-too-large',
      'already-paid',
      'order-expired',
      'payments-unavailable',
    ],
  }),
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
      renewPrice: z.number().optional(),
      maxRenewYears: z.number().optional(),
    }),
    failures: ['account-not-found', 'child-membership', 'lookup-expired'],
  }),
}
