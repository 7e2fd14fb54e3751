// The mails about renewals with a saved card, each queued once in the transaction that it reports.
import { findDay } from '../../../domain/day.ts'
import { getTimeZone } from '../../club/db/club.ts'
import type { Tx } from '../../db/open.ts'
import { savedCardOrderMs } from '../../limits/times.ts'
import { findMemberAddress } from '../../member/db/membership.ts'
import { addMail } from '../../queue/queue.ts'
import type { StoredOrder } from '../db/order.ts'
import type { StoredRenewal } from '../db/renewal.ts'
import type { CardDetails } from '../db/savedCard.ts'
import { renewalLetters } from '../letters/renewalLetters.ts'
import { findDeclineReason } from './declineKinds.ts'

/** Once for each charge. */
export async function mailFailedRenewal(
  tx: Tx,
  { renewal, card, order }: { renewal: StoredRenewal; card: CardDetails; order: StoredOrder },
): Promise<void> {
  const { memberId, period, attempt, nextTryAt, reason } = renewal
  const address = await findMemberAddress(tx, memberId)
  if (address === undefined) return
  const timeZone = await getTimeZone(tx)
  await addMail(tx, renewalLetters, {
    to: address.email,
    language: address.language,
    message: {
      kind: 'renewal-failed',
      reason: findDeclineReason(reason),
      period,
      amountCents: order.quote.grandTotalCents,
      card: { brand: card.brand, last4: card.last4 },
      orderKey: order.key,
      nextTry: nextTryAt === null ? null : findDay(nextTryAt.getTime(), timeZone),
      until: findDay(order.createdAt.getTime() + savedCardOrderMs, timeZone),
    },
    uniqueKey: `renewal-failed ${memberId} ${period} ${attempt}`,
  })
}

export interface RenewalNotice {
  readonly memberId: number
  readonly period: string
  /** Before the renewal. */
  readonly days: number
  readonly typeLabel: string
  readonly amountCents: number
  readonly card: CardDetails
}

/** Once for each period and number of days. */
export async function mailRenewalNotice(tx: Tx, notice: RenewalNotice): Promise<void> {
  const { memberId, period, days, typeLabel, amountCents, card } = notice
  const address = await findMemberAddress(tx, memberId)
  if (address === undefined) return
  await addMail(tx, renewalLetters, {
    to: address.email,
    language: address.language,
    message: {
      kind: 'renewal-notice',
      day: period,
      typeLabel,
      amountCents,
      card: { brand: card.brand, last4: card.last4 },
    },
    uniqueKey: `renewal-notice ${memberId} ${period} ${days}`,
  })
}
