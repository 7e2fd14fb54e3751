// The published test cards: their numbers are known in the card's frame and nowhere else.
import type { Texts } from './texts.ts'

export interface TestCard {
  readonly number: string
  /** The provider's name for what becomes of it. */
  readonly method: string
  readonly says: keyof Texts
}

// payments 1
export const testCards: readonly TestCard[] = [
  { number: '4242424242424242', method: 'pm_card_visa', says: 'pays' },
  { number: '4000000000000002', method: 'pm_card_visa_chargeDeclined', says: 'declined' },
  {
    number: '4000000000009995',
    method: 'pm_card_visa_chargeDeclinedInsufficientFunds',
    says: 'insufficient',
  },
  { number: '4000002500003155', method: 'pm_card_authenticationRequiredOnSetup', says: 'asksOnce' },
  { number: '4000002760003184', method: 'pm_card_authenticationRequired', says: 'asksAlways' },
  { number: '4000000000000341', method: 'pm_card_chargeCustomerFail', says: 'failsLater' },
]

export function toGroups(digits: string): string {
  return digits.replace(/(\d{4})(?=\d)/g, '$1 ')
}
