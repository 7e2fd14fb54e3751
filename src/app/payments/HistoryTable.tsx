// Payments as a table: when, how much, what for, and what became of each.
import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { writeClockAt } from '../../domain/clock.ts'
import { findDay } from '../../domain/day.ts'
import { findPaymentWord } from '../../domain/sales/payment.ts'
import { useClubZone } from '../session/useClubZone.ts'
import { formatDate, formatMoney } from '../text/format.ts'
import { useLanguage } from '../text/useLanguage.ts'
import { toHeading, useStandingWords } from '../text/useStandingWords.ts'
import { PaymentTable } from './PaymentTable.tsx'
import type { PaymentItem } from './paymentItems.ts'

export function HistoryTable({ payments }: { payments: readonly PaymentItem[] }) {
  const language = useLanguage()
  const timeZone = useClubZone()
  return (
    <PaymentTable>
      <thead>
        <tr>
          <th scope="col">
            <Trans>Date & Time</Trans>
          </th>
          <th scope="col">
            <Trans>Amount</Trans>
          </th>
          <th scope="col">
            <Trans>Description</Trans>
          </th>
          <th scope="col" data-cell="last">
            <Trans>Status</Trans>
          </th>
        </tr>
      </thead>
      <tbody>
        {payments.map((payment) => {
          const { id, at, amountCents, description, isSandbox } = payment
          return (
            <tr key={id}>
              <td>
                {formatDate(findDay(at, timeZone), language)}, {writeClockAt(at, timeZone, language)}
              </td>
              <td data-cell="figure">{formatMoney(amountCents / 100)}</td>
              <td data-cell="lead">
                {description} <span className="muted">#{id}</span>
                {isSandbox && (
                  <span className="muted">
                    {' '}
                    <Trans>Test: no money was moved</Trans>
                  </span>
                )}
              </td>
              <td data-cell="last">
                <Status payment={payment} />
              </td>
            </tr>
          )
        })}
      </tbody>
    </PaymentTable>
  )
}

function Status({ payment: { status, refundedCents } }: { payment: PaymentItem }): ReactNode {
  const words = useStandingWords()
  const refunded = formatMoney(refundedCents / 100)
  return status === undefined ? null : toHeading(findPaymentWord(words, status, refunded))
}
