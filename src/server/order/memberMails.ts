// What members are told at their own address about their cards and renewals, whoever paid and wherever the receipt went.
// Each mail is queued in the transaction that it reports.
import { findDay } from '../../domain/day.ts'
import { getTimeZone } from '../club/db/club.ts'
import type { Tx } from '../db/open.ts'
import { savedCardOrderMs } from '../limits/times.ts'
import type { MessageOf } from '../mail/letterContext.ts'
import { findAutoRenew, findMemberAddress } from '../member/db/membership.ts'
import { addMail } from '../queue/queue.ts'
import type { StoredOrder } from './db/order.ts'
import type { StoredRenewal } from './db/renewal.ts'
import { cardLetters } from './letters/cardLetters.ts'
import type { MailedCard } from './letters/cardName.ts'
import { renewalLetters } from './letters/renewalLetters.ts'
import { findDeclineReason } from './renewals/declineKinds.ts'
import type { CardOwner } from './savedCards.ts'

export interface AutoRenewChange {
  readonly orderId: number
  /** The order was undone, and what it had changed is as before. */
  readonly isUndone: boolean
  /** Null if automatic renewal stays as it was. */
  readonly turned: 'on' | 'off' | null
  /** The card that was saved or made the default, or removed by an undone order. */
  readonly card: MailedCard | null
  readonly isNewDefault: boolean
}

/** What an order has changed about the member's cards and automatic renewal. */
export async function mailAutoRenewChange(
  tx: Tx,
  memberId: number,
  { orderId, isUndone, turned, card, isNewDefault }: AutoRenewChange,
): Promise<void> {
  if (turned === null && card === null) return
  const message = { number: orderId, isUndone, turned, card: card && toMailed(card), isNewDefault }
  const uniqueKey = `auto-renew ${orderId}${isUndone ? ' undone' : ''}`
  await send(tx, memberId, { kind: 'auto-renew', ...message }, uniqueKey)
}

export interface CardChange {
  readonly turned?: 'on' | 'off' | null
  readonly saved?: MailedCard | null
  readonly removed?: MailedCard | null
  /** The card that renewals charge from now on; null for none. */
  readonly charged: MailedCard | null
}

/** What somebody signed in as the member has changed about their saved cards and automatic renewal. */
export async function mailCardChange(
  { tx, memberId }: CardOwner,
  { turned = null, saved = null, removed = null, charged }: CardChange,
): Promise<void> {
  await send(tx, memberId, {
    kind: 'own-cards',
    turned,
    saved: saved && toMailed(saved),
    removed: removed && toMailed(removed),
    charged: charged && toMailed(charged),
    renews: await findAutoRenew(tx, memberId),
  })
}

/** Once for each charge. */
export async function mailFailedRenewal(
  tx: Tx,
  { renewal, card, order }: { renewal: StoredRenewal; card: MailedCard; order: StoredOrder },
): Promise<void> {
  const { memberId, period, attempt, nextTryAt, reason } = renewal
  const timeZone = await getTimeZone(tx)
  const message = {
    reason: findDeclineReason(reason),
    period,
    amountCents: order.quote.grandTotalCents,
    card: toMailed(card),
    orderKey: order.key,
    nextTry: nextTryAt === null ? null : findDay(nextTryAt.getTime(), timeZone),
    until: findDay(order.createdAt.getTime() + savedCardOrderMs, timeZone),
  }
  await send(
    tx,
    memberId,
    { kind: 'renewal-failed', ...message },
    `renewal-failed ${memberId} ${period} ${attempt}`,
  )
}

export interface RenewalNotice {
  readonly memberId: number
  readonly period: string
  /** Before the renewal. */
  readonly days: number
  readonly typeLabel: string
  readonly amountCents: number
  readonly card: MailedCard
}

/** Once for each period and number of days. */
export async function mailRenewalNotice(tx: Tx, notice: RenewalNotice): Promise<void> {
  const { memberId, period, days, typeLabel, amountCents, card } = notice
  const message = { day: period, typeLabel, amountCents, card: toMailed(card) }
  const uniqueKey = `renewal-notice ${memberId} ${period} ${days}`
  await send(tx, memberId, { kind: 'renewal-notice', ...message }, uniqueKey)
}

const letters = { ...cardLetters, ...renewalLetters }

async function send(
  tx: Tx,
  memberId: number,
  message: MessageOf<typeof letters>,
  uniqueKey?: string,
): Promise<void> {
  const address = await findMemberAddress(tx, memberId)
  if (address === undefined) return
  const { email: to, language } = address
  await addMail(tx, letters, { to, language, message, ...(uniqueKey === undefined ? {} : { uniqueKey }) })
}

/** Of a card no more than its name. */
function toMailed({ brand, last4 }: MailedCard): MailedCard {
  return { brand, last4 }
}
