// What happens with a test card, by the provider's name for it. No card number is known here.

export interface Outcome {
  readonly last4: string
  readonly expMonth: number
  readonly expYear: number
  /** The reason why the bank refuses to have the card saved, or null. */
  readonly saveDecline: DeclineCode | null
  /** The reason why the bank refuses to pay, or null. */
  readonly payDecline: DeclineCode | null
  /** When the bank asks the card holder to confirm. */
  readonly authenticates: 'never' | 'until-set-up' | 'always'
}

export type DeclineCode = 'generic_decline' | 'insufficient_funds' | 'authentication_required'

const good = {
  expMonth: 12,
  expYear: 2034,
  saveDecline: null,
  payDecline: null,
  authenticates: 'never',
} as const

// payments 1: the published test cards
const outcomes: Readonly<Record<string, Outcome>> = {
  pm_card_visa: { ...good, last4: '4242' },
  pm_card_visa_chargeDeclined: {
    ...good,
    last4: '0002',
    saveDecline: 'generic_decline',
    payDecline: 'generic_decline',
  },
  pm_card_visa_chargeDeclinedInsufficientFunds: {
    ...good,
    last4: '9995',
    saveDecline: 'insufficient_funds',
    payDecline: 'insufficient_funds',
  },
  pm_card_authenticationRequiredOnSetup: { ...good, last4: '3155', authenticates: 'until-set-up' },
  pm_card_authenticationRequired: { ...good, last4: '3184', authenticates: 'always' },
  pm_card_chargeCustomerFail: { ...good, last4: '0341', payDecline: 'generic_decline' },
}

export function findOutcome(name: string | null | undefined): Outcome | undefined {
  return typeof name === 'string' && Object.hasOwn(outcomes, name) ? outcomes[name] : undefined
}

export const declineMessages: Readonly<Record<DeclineCode, string>> = {
  generic_decline: 'Your card was declined.',
  insufficient_funds: 'Your card has insufficient funds.',
  authentication_required: 'Your card was declined. This transaction requires authentication.',
}
