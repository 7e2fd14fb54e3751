// Actions for buying: the price, the payment, and the state of the order.
import { z } from 'zod'
import { orderStates } from '../domain/order.ts'
import { phoneNumber } from '../domain/shapes/member.ts'
import { orderEventWire, orderLineWire, quoteWire } from '../domain/shapes/orderLine.ts'
import { passWire } from '../domain/shapes/pass.ts'
import { payerLengths, storedLengths } from '../domain/shapes/personLengths.ts'
import { define } from './define.ts'
import {
  codeLine,
  flag,
  id,
  line,
  lines,
  nameLine,
  neededCode,
  neededLine,
  neededName,
  typedEmail,
  unseenless,
  uuid,
} from './shapes.ts'

/** The payload of the later `create_*` call. The kind decides which schema it must pass. */
const orderShape = z.object({
  kind: z.string().min(1).max(24),
  payload: z.record(z.string(), z.unknown()),
})

// A member's own stored value may be longer than what a form takes. Each kind of goods checks the difference.
const { name, address, city, state, zip, country } = storedLengths
const phone = unseenless().regex(/^\d*$/).max(storedLengths.phone)
const buyerEmail = typedEmail(storedLengths.email)

const years = z.int().min(1).max(99)

/**
 * The payload that creates a membership for a person who joins. It takes no `tags`, because officers give
 * them, and no `notify`, because nobody is notified.
 */
export const membershipPayload = z.object({
  fname: neededName(name),
  lname: neededName(name),
  partner: nameLine(name).default(''),
  address: neededLine(address),
  city: neededLine(city),
  /** Needed in the United States, where it has two letters. */
  state: line(state),
  zip: neededCode(zip),
  /** The club's, if it is left out. */
  country: neededLine(country).optional(),
  // a person who joins gives one
  phoneNumbers: z
    .array(
      z.object({
        typeId: phoneNumber.shape.typeId,
        isoCode: line(2).optional(),
        countryCode: line(5).optional(),
        longCode: phone,
      }),
    )
    .max(4)
    .refine((numbers) => numbers.some(({ longCode }) => longCode !== ''), 'must hold a number'),
  email_address: buyerEmail,
  email_newsletter: flag.default(true),
  mail_newsletter: flag.default(false),
  list_in_directory: flag.default(true),
  /** Stored with the order, where officers read it: a member has no field for notes. */
  comments: lines(256).default('Online Purchase'),
  type: id,
  years: years.default(1),
})

/** From a visitor with the proof of `lookup_member`, or from the member that the token names. */
export const renewalPayload = z.object({
  lookup: z.string().min(1).max(1024).optional(),
  years: years.default(1),
  autoRenew: flag.default(false),
})

/** `amount` is in dollars, as the donation box has it. */
export const donationPayload = z.object({
  amount: z
    .number()
    .positive()
    .max(9_999_999.99)
    .refine((value) => Number(value.toFixed(2)) === value, 'must be dollars with at most 2 decimals'),
  fname: neededName(name),
  lname: neededName(name),
  partner: nameLine(name).default(''),
  address1: neededLine(address),
  address2: line(address).default(''),
  city: neededLine(city),
  /** Needed in the United States, where it has two letters. */
  state: line(state),
  zip: neededCode(zip),
  /** The club's, if it is left out. */
  country: neededLine(country).optional(),
  phone: phone.min(1),
  email: buyerEmail,
  allowEmailMarketing: flag.default(true),
})

/** From a member: they need not repeat what the club knows. */
export const ownDonationPayload = z.object({
  ...donationPayload.partial().shape,
  amount: donationPayload.shape.amount,
  email: donationPayload.shape.email,
})

export type MembershipPayload = z.input<typeof membershipPayload>

/** What a person without a token says about themselves. The order's own payload is what counts. */
const nonMember = z.object({
  fname: nameLine(payerLengths.fname),
  lname: nameLine(payerLengths.lname),
  address1: line(payerLengths.address1),
  address2: line(payerLengths.address2).optional(),
  city: line(payerLengths.city),
  state: line(payerLengths.state),
  zip: codeLine(payerLengths.zip),
  country: line(payerLengths.country).optional(),
  phone: codeLine(payerLengths.phone),
  email: codeLine(payerLengths.email),
})

/** Why something of an event has no price, or why the caller cannot have it. */
export const eventSaleFailures = [
  'event-not-found',
  'registration-not-open',
  'registration-ended',
  'vendor-sales-ended',
  'ticket-sales-ended',
  'sold-out',
] as const

/** The same of anything that can be ordered. */
export const pricingFailures = [
  'membership-expired',
  'type-not-found',
  'bad-years',
  'child-membership',
  'life-member',
  'renewal-too-early',
  'renewal-not-found',
  'lookup-expired',
  ...eventSaleFailures,
] as const

export const purchases = {
  quote_order: define({
    access: 'either',
    effect: 'read',
    uncounted: true,
    expired: true,
    input: z.object({ order: orderShape }),
    output: z.object({ quote: quoteWire }),
    failures: pricingFailures,
  }),
  create_payment_intent: define({
    access: 'either',
    effect: 'external',
    expired: true,
    ownKey: true,
    input: z.object({
      description: line(256).optional(),
      /** Cents. The server charges its own total, or nothing if this differs. */
      amount: z.int().min(0).max(2_000_000_000).optional(),
      receiptEmail: typedEmail(storedLengths.email).optional(),
      category: z.int().min(0).max(5).optional(),
      /** Saves a card of the signed-in member and charges nothing. Without it, the three above are needed. */
      save: z.literal(true).optional(),
      nonMember: nonMember.optional(),
      order: orderShape.optional(),
      key: uuid.optional(),
      /** An order of the same browser that this one replaces. Without its number, if that answer was lost. */
      replaces: z.object({ receiptId: id.optional(), key: uuid }).optional(),
    }),
    output: z.object({
      clientSecret: z.string(),
      /** These three are not there when a card is only saved. */
      receiptId: id.optional(),
      quote: quoteWire.optional(),
      holdUntil: z.string().nullable().optional(),
      /**
       * Only when the order holds of the last tenth of something: until then nobody else gets it. Afterwards it gives
       * way to the next buyer, unless the bank has the payment.
       */
      sureUntil: z.string().optional(),
      /**
       * The paying card is saved. This is the version of the words that must say so (domain/cardConsent.ts).
       */
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
      'nothing-costs-that',
      'already-paid',
      'order-expired',
      'payments-unavailable',
    ],
  }),
  /** A hint for callers that use it. Our own app calls `get_order`, which settles by itself. */
  stripe_complete_payment: define({
    access: 'public',
    effect: 'external',
    ownKey: true,
    input: z.object({ ids: z.array(id).min(1).max(20), status: z.union([z.literal(3), z.literal(4)]) }),
    output: z.object({}),
    failures: ['payments-unavailable'],
  }),
  create_member: define({
    access: 'either',
    effect: 'external',
    expired: true,
    ownKey: true,
    input: z.object({
      ...membershipPayload.partial().shape,
      lookup: z.string().min(1).max(1024).optional(),
      autoRenew: flag.optional(),
      /**
       * An additional login, with `fname`, `lname` and `email`. Only the caller's own id: nobody else's membership
       * gets one. Whatever else is sent, this is no renewal.
       */
      parentId: id.optional(),
      email: codeLine(storedLengths.email).optional(),
      /** Says which of the two it is. Without it, a proof or a token means a renewal. */
      kind: z.enum(['membership', 'renewal']).optional(),
      receiptId: id.optional(),
      key: uuid.optional(),
    }),
    /**
     * Only for a caller with the order's key, and for the member of the membership. If nothing was paid and
     * the person was a member before, only they themselves see the expiration.
     */
    output: z.object({ expiration: z.string().optional(), receiptId: id.optional() }),
    failures: [
      ...pricingFailures,
      'already-member',
      'not-paid',
      'order-not-found',
      'payments-unavailable',
      'member-not-found',
      'membership-expired',
      'no-logins',
      'too-many-logins',
      'email-taken',
    ],
  }),
  /**
   * A buyer gives up an order that they have not paid: what it holds is free at once. An order that is unknown, or
   * over, is as it should be.
   */
  cancel_order: define({
    access: 'public',
    effect: 'external',
    ownKey: true,
    input: z.object({ receiptId: id.optional(), orderKey: uuid }),
    output: z.object({}),
    failures: ['already-paid', 'payments-unavailable'],
  }),
  get_order: define({
    access: 'public',
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
        /** We checked with the provider for this answer, and it has charged nothing. */
        uncharged: z.boolean(),
        /** It had the last of something without paying, and somebody else wanted it. */
        gaveWay: z.literal(true).optional(),
        /** To an officer, in cash; no card is concerned. */
        inCash: z.literal(true).optional(),
        /** To an officer, by cheque. */
        byCheque: z.literal(true).optional(),
        /** The card provider was a sandbox, or its keys were for tests: no money was moved. */
        sandbox: z.literal(true).optional(),
        email: z.string(),
        /** Who has bought it; '' when that is not known. Missing in answers that a device saved earlier. */
        buyer: z.string().optional(),
        /** Missing when nothing in it is of an event, or the event is gone. */
        event: orderEventWire.optional(),
        /** ISO instants. */
        holdUntil: z.string().nullable(),
        /** As in `create_payment_intent`, as it is now: what is left may have become little since. */
        sureUntil: z.string().optional(),
        createdAt: z.string(),
        /** The membership's new last day, after it was delivered. */
        expiration: z.string().optional(),
        /** After a refund: what the membership is without it, unless it was changed again since. */
        returned: z.object({ expiration: z.string(), isOver: z.boolean() }).optional(),
        /** The membership renews itself from now on. */
        autoRenews: z.boolean(),
        /** The saved card's holder can confirm the payment with this secret. Only while it is unpaid. */
        confirmWith: z.string().optional(),
        lines: z.array(orderLineWire),
        /** What the order has brought for its event, with the codes for the gate. Missing when that is nothing. */
        passes: z.array(passWire).optional(),
      }),
    }),
    failures: ['order-not-found'],
  }),
}
