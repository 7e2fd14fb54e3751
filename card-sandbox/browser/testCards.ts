// The published test cards. Only the card's frame knows their numbers.
import type { Texts } from './texts.ts'

export interface TestCard {
  readonly number: string
  /** The provider's name for this card's outcome. */
  readonly method: string
  readonly label: keyof Texts
}

// payments 1
export const testCards: readonly TestCard[] = [
  { number: '4242424242424242', method: 'pm_card_visa', label: 'pays' },
  { number: '4000000000000002', method: 'pm_card_visa_chargeDeclined', label: 'declined' },
  {
    number: '4000000000009995',
    method: 'pm_card_visa_chargeDeclinedInsufficientFunds',
    label: 'insufficient',
  },
  { number: '4000002500003155', method: 'pm_card_authenticationRequiredOnSetup', label: 'authenticatesOnce' },
  { number: '4000002760003184', method: 'pm_card_authenticationRequired', label: 'authenticatesAlways' },
  { number: '4000000000000341', method: 'pm_card_chargeCustomerFail', label: 'failsLater' },
]

export function toGroups(digits: string): string {
  return digits.replace(/(\d{4})(?=\d)/g, '$1 ')
}
