// Buying anything: what it would cost, paying for it, and what became of the order.
import { z } from 'zod'
import { orderStates } from '../domain/order.ts'
import { orderLineWire, quoteWire } from '../domain/shapes/orderLine.ts'
import { define } from './define.ts'
import { email, flag, id, uuid } from './shapes.ts'

/** The payload is that of the later `create_*` call; which schema it has to pass, the kind decides. */
const orderShape = z.object({
  kind: z.string().min(1).max(24),
  payload: z.record(z.string(), z.unknown()),
})

const text = (most: number) => z.string().trim().max(most)
const needed = (most: number) => z.string().trim().min(1).max(most)

// one line of address as `address1 address2`
const addressLength = 48 + 1 + 48
const phone = z.string().regex(/^\d*$/).max(12)
const isAddress = (address: string): boolean => z.email().safeParse(address).success
const buyerEmail = needed(48).refine(isAddress, 'is no e-mail address')

const years = z.int().min(1).max(99)

/**
 * The payload that creates a membership, of somebody who joins. Its `tags` are not taken, because a club's tags are
 * given by its officers, and neither is `notify`, because there is nobody whom it could keep from being told.
 */
export const membershipPayload = z.object({
  fname: needed(24),
  lname: needed(24),
  partner: text(24).default(''),
  address: needed(addressLength),
  city: needed(48),
  state: needed(2),
  zip: needed(10),
  country: needed(64).default('US'),
  // whoever joins gives one
  phoneNumbers: z
    .array(
      z.object({
        typeId: z.number().default(1),
        isoCode: text(2).default('US'),
        countryCode: text(5).default('+1'),
        longCode: phone,
      }),
    )
    .max(4)
    .refine((numbers) => numbers.some(({ longCode }) => longCode !== ''), 'must hold a number'),
  email_address: buyerEmail,
  email_newsletter: flag.default(true),
  mail_newsletter: flag.default(false),
  list_in_directory: flag.default(true),
  /** Stays with the order, where officers read it: a member has no place for notes. */
  comments: text(256).default('Online Purchase'),
  type: id,
  years: years.default(1),
})

/** Of a visitor with the proof that `lookup_member` gave them, or of the member that the token names. */
export const renewalPayload = z.object({
  lookup: z.string().min(1).max(1024).optional(),
  years: years.default(1),
  autoRenew: flag.default(false),
})

/** `amount` in dollars, as the donation box gives it. */
export const donationPayload = z.object({
  amount: z
    .number()
    .positive()
    .max(9_999_999.99)
    .refine((value) => Number(value.toFixed(2)) === value, 'must be dollars with at most 2 decimals'),
  fname: needed(24),
  lname: needed(24),
  partner: text(24).default(''),
  address1: needed(48),
  address2: text(48).default(''),
  city: needed(48),
  state: needed(2),
  zip: needed(10),
  country: needed(64),
  phone: phone.min(1),
  email: buyerEmail,
  allowEmailMarketing: flag.default(true),
})

/** Of a member: what the club knows already need not be said. */
export const ownDonationPayload = z.object({
  ...donationPayload.partial().shape,
  amount: donationPayload.shape.amount,
  email: donationPayload.shape.email,
})

export type MembershipPayload = z.input<typeof membershipPayload>

/** What somebody without a token says about themselves; the order's own payload is what counts. */
const nonMember = z.object({
  fname: text(32),
  lname: text(32),
  address1: text(128),
  address2: text(48).optional(),
  city: text(64),
  state: text(32),
  zip: text(12),
  country: text(64).optional(),
  phone: text(12),
  email: text(128),
})

/** Why something has no price, or cannot be had by whoever asks. */
const pricingFailures = [
  'type-not-found',
  'bad-years',
  'child-membership',
  'renewal-too-early',
  'renewal-not-found',
  'lookup-expired',
  'sold-out',
] as const

export const purchases = {
  quote_order: define({
    who: 'either',
    effect: 'read',
    uncounted: true,
    expired: true,
    input: z.object({ order: orderShape }),
    output: z.object({ quote: quoteWire }),
    failures: pricingFailures,
  }),
  create_payment_intent: define({
    who: 'either',
    effect: 'external',
    expired: true,
    ownKey: true,
    input: z.object({
      description: text(256).optional(),
      /** Cents; the server charges its own total or nothing. */
      amount: z.int().min(0).max(2_000_000_000),
      receiptEmail: email.refine(isAddress, 'is no e-mail address'),
      category: z.int().min(0).max(5),
      nonMember: nonMember.optional(),
      order: orderShape.optional(),
      key: uuid.optional(),
      /** An order of the same browser; without its number where the answer that says it was lost. */
      replaces: z.object({ receiptId: id.optional(), key: uuid }).optional(),
    }),
    output: z.object({
      clientSecret: z.string(),
      receiptId: id,
      quote: quoteWire,
      holdUntil: z.string().nullable(),
      /** The card that pays is kept, and these are the words that have to say so (domain/cardConsent.ts). */
      keepsCard: z.string().nullable(),
    }),
    failures: [
      ...pricingFailures,
      'already-member',
      'price-changed',
      'nothing-to-pay',
      'amount-too-small',
      'amount-too-large',
      'too-many-held',
      'already-paid',
      'order-expired',
      'payments-unavailable',
    ],
  }),
  /** A hint for callers that know it; our own app asks with `get_order`, which settles by itself. */
  stripe_complete_payment: define({
    who: 'public',
    effect: 'external',
    ownKey: true,
    input: z.object({ ids: z.array(id).min(1).max(20), status: z.union([z.literal(3), z.literal(4)]) }),
    output: z.object({}),
    failures: ['payments-unavailable'],
  }),
  create_member: define({
    who: 'either',
    effect: 'external',
    expired: true,
    ownKey: true,
    input: z.object({
      ...membershipPayload.partial().shape,
      lookup: z.string().min(1).max(1024).optional(),
      autoRenew: flag.optional(),
      /** Which of the two it is; without it a proof or a token means a renewal. */
      kind: z.enum(['membership', 'renewal']).optional(),
      receiptId: id.optional(),
      key: uuid.optional(),
    }),
    /**
     * Only for who has the order's key, and for the member whose membership it is; where nothing was paid, the
     * expiration of who was a member before only for themselves.
     */
    output: z.object({ expiration: z.string().optional(), receiptId: id.optional() }),
    failures: [...pricingFailures, 'already-member', 'not-paid', 'order-not-found', 'payments-unavailable'],
  }),
  get_order: define({
    who: 'public',
    effect: 'external',
    ownKey: true,
    input: z.object({ receiptId: id.optional(), orderKey: uuid }),
    output: z.object({
      order: z.object({
        receiptId: id,
        kind: z.string(),
        state: z.enum(orderStates),
        quote: quoteWire,
        refundedCents: z.number(),
        paid: z.boolean(),
        /** The provider was asked for this very answer and has taken nothing. */
        uncharged: z.boolean(),
        email: z.string(),
        /** ISO instants. */
        holdUntil: z.string().nullable(),
        createdAt: z.string(),
        /** The membership's new last day, once it stands. */
        expiration: z.string().optional(),
        /** The membership renews itself from now on. */
        autoRenews: z.boolean(),
        lines: z.array(orderLineWire),
      }),
    }),
    failures: ['order-not-found'],
  }),
}
