// What a declined charge of a saved card means: wait for its holder, try again some days later, or stop.
import { dayMs } from '../../../domain/time.ts'
import { leastRenewalPauseMs, renewalRetryDays } from '../../limits/times.ts'
import { goneCard, needsHolder } from '../cardProvider.ts'

export type DeclineKind = 'holder' | 'soft' | 'hard'

/** The same card will be declined again. The provider's own advice for each code. */
const hardDeclines: ReadonlySet<string> = new Set([
  goneCard,
  'card_not_supported',
  'currency_not_supported',
  'expired_card',
  'fraudulent',
  'incorrect_number',
  'invalid_account',
  'invalid_expiry_month',
  'invalid_expiry_year',
  'invalid_number',
  'lost_card',
  'merchant_blacklist',
  'new_account_information_available',
  'not_permitted',
  'pickup_card',
  'restricted_card',
  'revocation_of_all_authorizations',
  'revocation_of_authorization',
  'security_violation',
  'service_not_allowed',
  'stolen_card',
  'stop_payment_order',
  'transaction_not_allowed',
])

export function findDeclineKind(decline: string): DeclineKind {
  if (decline === needsHolder) return 'holder'
  return hardDeclines.has(decline) ? 'hard' : 'soft'
}

/** Why the job ended a renewal without a charge, as stored in `renewal.reason`. */
export const endings = [
  'turned-off',
  'no-card',
  'child',
  'life',
  'suspended',
  'no-address',
  'refunded',
  'amount-too-small',
  'amount-too-large',
] as const
export type Ending = (typeof endings)[number]

export function isEnding(reason: string): reason is Ending {
  return (endings as readonly string[]).includes(reason)
}

/** What a member is told. A bank's suspicion is not repeated to whoever holds the phone. */
export type DeclineReason = 'funds' | 'expired' | 'gone' | 'holder' | 'declined'

export function findDeclineReason(decline: string): DeclineReason {
  if (decline === needsHolder) return 'holder'
  if (decline === 'insufficient_funds') return 'funds'
  if (decline === 'expired_card') return 'expired'
  return decline === goneCard ? 'gone' : 'declined'
}

/**
 * The next try after so many were declined, 1, 3, 5 and 7 days after the first; null after the last. If the server was down meanwhile, at least
 * a day passes between two tries.
 */
export function findNextTry(firstTryAt: Date, tries: number, now: number): Date | null {
  const days = renewalRetryDays[tries - 1]
  if (days === undefined) return null
  return new Date(Math.max(firstTryAt.getTime() + days * dayMs, now + leastRenewalPauseMs))
}
