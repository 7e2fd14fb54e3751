// What a donation asks, checks and sends.
import type { I18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { emptyPersonalInfo } from '../../../domain/membership.ts'
import { readAmount, toCents, toDollars } from '../../../domain/money.ts'
import { findTotalFault, leastChargedCents, mostChargedCents } from '../../../domain/order.ts'
import { formatMoney } from '../../text/format.ts'
import { type PersonalValues, trimPersonal } from '../../wizard/fields/personalInfo.ts'
import type { StepFault } from '../../wizard/flow.ts'

export interface DonationValues extends PersonalValues {
  /** Dollars as plain text, '' before anything is typed; what somebody wrote if it is not clear. */
  amount: string
}

export const emptyDonation: DonationValues = { amount: '', personal: emptyPersonalInfo, agreed: false }

/** The card network's limits (rules/payments 2.5). The fee is added to every order. */
export function findAmountFaults(i18n: I18n, { amount }: DonationValues, feeCents: number): StepFault[] {
  const read = readAmount(amount)
  if (read.is === 'doubtful') {
    const message = i18n._(msg`Write the amount in dollars, with a point before the cents, such as 1000.50.`)
    return [{ field: 'amount', message }]
  }
  const cents = toCents(toAmount(amount))
  if (read.is !== 'too-large' && !(cents > 0)) {
    return [{ field: 'amount', message: i18n._(msg`Enter an amount.`) }]
  }
  const fault = read.is === 'too-large' ? 'amount-too-large' : findTotalFault(cents + feeCents)
  if (fault === undefined) return []
  const least = formatMoney(toDollars(leastChargedCents - feeCents))
  const most = formatMoney(toDollars(mostChargedCents - feeCents))
  return [
    {
      field: 'amount',
      message:
        fault === 'amount-too-large'
          ? i18n._(msg`A card can pay at most ${most} at once.`)
          : i18n._(msg`A card can pay ${least} or more.`),
    },
  ]
}

/** Dollars, 0 unless the text is clear. */
export function toAmount(text: string): number {
  const read = readAmount(text)
  return read.is === 'clear' ? read.dollars : 0
}

export function toDonationPayload({ amount, personal }: DonationValues) {
  return { amount: toAmount(amount), ...trimPersonal(personal) }
}
