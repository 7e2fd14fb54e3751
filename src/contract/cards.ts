// Actions for a member's saved cards, and for what they have paid. Their names are those of the card provider.
import { z } from 'zod'
import { define } from './define.ts'
import { id, uuid } from './shapes.ts'

/** Each member has their own alone: dispatch refuses another member's id. */
const own = { memberId: id.optional() }
const methodId = z.string().regex(/^pm_\w{1,120}$/, 'is no payment method')

export const cards = {
  /** As often as it is called, a member is one customer of the provider. Saving a card makes them one too. */
  stripe_create_customer: define({
    access: 'member',
    effect: 'external',
    expired: true,
    ownKey: true,
    input: z.object({ ...own, key: uuid.optional() }),
    output: z.object({}),
    failures: ['payments-unavailable'],
  }),
  /**
   * Each entry is a JSON string `{ id, card: { brand, last4, exp_month, exp_year }, isDefault }`. Renewals charge
   * the default card, which is the first one.
   */
  stripe_get_payment_methods: define({
    access: 'member',
    effect: 'read',
    expired: true,
    input: z.object(own),
    output: z.object({ paymentmethods: z.array(z.string()) }),
    failures: [],
  }),
  /**
   * Saves the card of a confirmed setup (`create_payment_intent` with `save`) and makes it the default. A card
   * that is saved already becomes the default.
   */
  stripe_attach_payment_method: define({
    access: 'member',
    effect: 'external',
    expired: true,
    ownKey: true,
    input: z.object({ ...own, paymentMethodId: methodId, key: uuid.optional() }),
    output: z.object({}),
    failures: ['card-not-found', 'payments-unavailable'],
  }),
  /** No other card takes the place of the default: the member chooses it. */
  stripe_detach_payment_method: define({
    access: 'member',
    effect: 'write',
    expired: true,
    input: z.object({ ...own, paymentMethodId: methodId }),
    output: z.object({
      /** Automatic renewal was on with this card, and has been turned off. */
      autoRenewEnded: z.boolean(),
    }),
    failures: ['card-not-found'],
  }),
  /**
   * Each entry is a JSON string `{ id, created, amount, description, status, refunded, money }`, newest first: seconds
   * and cents, a status of `paymentStatuses`, and `card`, `cash`, `cheque`, or
   * `sandbox`, which is no money.
   */
  stripe_get_payment_history: define({
    access: 'member',
    effect: 'read',
    expired: true,
    input: z.object(own),
    output: z.object({ paymenthistory: z.array(z.string()) }),
    failures: [],
  }),
}
