// What donating asks, checks and sends.
import type { I18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { emptyPersonalInfo } from '../../../domain/membership.ts'
import { toCents, toDollars } from '../../../domain/money.ts'
import { findTotalFault, leastChargedCents, mostChargedCents } from '../../../domain/order.ts'
import { formatMoney } from '../../text/format.ts'
import { type PersonalValues, trimPersonal } from '../../wizard/fields/personalInfo.ts'
import type { FieldFault } from '../../wizard/flow.ts'

export interface DonationValues extends PersonalValues {
  /** Dollars as plain text, '' before anything was typed. */
  amount: string
}

export const emptyDonation: DonationValues = { amount: '', personal: emptyPersonalInfo, agreed: false }

/** What the card network takes (rules/payments 2.5); the fee is added to every order. */
export function findAmountFaults(i18n: I18n, { amount }: DonationValues, feeCents: number): FieldFault[] {
  const cents = toCents(Number(amount))
  if (!(cents > 0)) return [{ field: 'amount', message: i18n._(msg`Enter an amount.`) }]
  const fault = findTotalFault(cents + feeCents)
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

export function toDonationPayload({ amount, personal }: DonationValues) {
  return { amount: Number(amount), ...trimPersonal(personal) }
}
