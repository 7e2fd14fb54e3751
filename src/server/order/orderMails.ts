// The mails about an order. Each is queued in the transaction that it reports.
import { findDay } from '../../domain/day.ts'
import { atProvider } from '../../domain/moneyReconciliation.ts'
import { findHandMode, findMoney } from '../../domain/order.ts'
import { getTimeZone } from '../club/db/club.ts'
import type { Tx } from '../db/open.ts'
import type { MessageOf } from '../mail/letterContext.ts'
import { findAutoRenew } from '../member/db/membership.ts'
import { addMail } from '../queue/queue.ts'
import { findGiven, findMadeMembership, isAutoRenewing } from './db/given.ts'
import type { StoredLine, StoredOrder } from './db/order.ts'
import type { StoredRefund } from './db/refund.ts'
import { findRenewal } from './db/renewal.ts'
import { tellAnswers } from './goods/eventItem.ts'
import { type CarClasses, readOrderEvent } from './goods/orderEvent.ts'
import { findReturned } from './goods/returnedMembership.ts'
import type { MailedCard } from './letters/cardName.ts'
import { type Bought, type MailedOrder, orderLetters, type RefundReason } from './letters/orderLetters.ts'
import { listOrderPasses } from './passes.ts'

type OrderMessage = MessageOf<typeof orderLetters>

/** Why money is refunded, as stored in `refund.reason`. An officer's own words follow their prefix. */
export const reasons = {
  late: 'late',
  renewedAlready: 'renewed-already',
  notAvailable: 'not-available',
  unclaimed: 'unclaimed',
  atProvider,
} as const
const officerMark = 'officer: '

export function toOfficerReason(text: string): string {
  return officerMark + text
}

export function isOfficerReason(reason: string): boolean {
  return reason.startsWith(officerMark)
}

/** Of the first receipt of an order. */
export function toReceiptKey({ id }: Pick<StoredOrder, 'id'>): string {
  return `receipt ${id}`
}

/** Once for each order. A different `again` sends it once more. */
export async function mailReceipt(
  tx: Tx,
  order: StoredOrder,
  { again, charged = null }: { again?: string; charged?: MailedCard | null } = {},
): Promise<void> {
  const { event, classes } = await readOrderEvent(tx, order)
  const uniqueKey = again === undefined ? toReceiptKey(order) : `${toReceiptKey(order)} again ${again}`
  const { codes } = await listOrderPasses(tx, order)
  const isAutomatic = await isByJob(tx, order)
  const card = charged === null ? null : { brand: charged.brand, last4: charged.last4 }
  await send(tx, order, uniqueKey, {
    kind: 'receipt',
    order: toMailed(order),
    bought: order.lines
      .filter(({ state }) => state === 'delivered')
      .flatMap((line) => toBought(line, classes, codes.get(line.line)))
      .map((one) => (isAutomatic && one.kind === 'renewal' ? { ...one, automatic: { card } } : one)),
    event,
    buyer: order.name,
  })
}

/** Nobody pressed a button for it. */
async function isByJob(tx: Tx, order: StoredOrder): Promise<boolean> {
  const given = findMadeMembership(order)
  if (given?.kind !== 'renewal') return false
  const renewal = await findRenewal(tx, { memberId: given.memberId, period: given.from })
  return renewal?.orderKey === order.key && renewal.startedBy === 'job'
}

export function mailReview(tx: Tx, order: StoredOrder, paidCents: number): Promise<void> {
  return send(tx, order, `review ${order.id}`, {
    kind: 'review',
    order: toMailed(order),
    paidCents,
  })
}

export async function mailRefund(
  tx: Tx,
  order: StoredOrder,
  refund: StoredRefund,
  now: number,
): Promise<void> {
  const { amountCents: refundedCents, reason } = refund
  const mailed = toMailed(order)
  const message: OrderMessage =
    reason === reasons.late
      ? { kind: 'late-payment', order: mailed, refundedCents }
      : {
          kind: 'refund',
          order: mailed,
          lines: order.lines
            .filter(({ line }) => refund.lines.includes(line))
            .map(({ kind, label, quantity, netCents }) => ({
              kind,
              label,
              quantity,
              // of one line a part may go back
              amountCents: refund.lines.length === 1 ? Math.min(netCents, refundedCents) : netCents,
            })),
          refundedCents,
          ...(refund.handReturn === null ? {} : { handReturn: refund.handReturn }),
          reason: toReason(reason),
          ...(await toReturned(tx, order, now)),
          ...((await hasEndedAutoRenew(tx, order)) ? { autoRenewEnded: true as const } : {}),
        }
  return send(tx, order, `refund ${refund.id}`, message)
}

async function toReturned(tx: Tx, order: StoredOrder, now: number) {
  const membership = await findReturned(tx, order, findDay(now, await getTimeZone(tx)))
  return membership === undefined ? {} : { membership }
}

async function hasEndedAutoRenew(tx: Tx, order: StoredOrder): Promise<boolean> {
  for (const line of order.lines) {
    const given = line.state === 'returned' ? findGiven(line) : undefined
    if (isAutoRenewing(given)) return !(await findAutoRenew(tx, given.memberId))
  }
  return false
}

async function send(
  tx: Tx,
  { email, language }: StoredOrder,
  uniqueKey: string,
  message: OrderMessage,
): Promise<void> {
  // who pays an officer need not give an address
  if (email === '') return
  await addMail(tx, orderLetters, { to: email, language, message, uniqueKey })
}

function toMailed(order: StoredOrder): MailedOrder {
  return {
    number: order.id,
    key: order.key,
    at: (order.paidAt ?? order.createdAt).toISOString(),
    quote: order.quote,
    ...(findHandMode(order) === 'cash' ? { isCash: true as const } : {}),
    ...(findHandMode(order) === 'cheque' ? { isCheque: true as const } : {}),
    isSandbox: findMoney(order) === 'sandbox',
  }
}

function toBought(line: StoredLine, classes: CarClasses, codes: readonly string[] = []): Bought[] {
  const { label, quantity } = line
  const given = findGiven(line)
  if (given === undefined) return []
  switch (given.kind) {
    case 'donation':
      return [{ kind: given.kind }]
    case 'product':
      return [{ kind: given.kind, label }]
    case 'shipping':
      return []
    case 'registration':
      return [
        {
          ...{ kind: given.kind, event: given.event, label, carNumber: given.carNumber },
          carClass: classes.get(given.entryId),
          ...toCode(codes),
          ...tellAnswers(line.item),
        },
      ]
    case 'space':
      return [{ kind: given.kind, event: given.event, label, ...toCode(codes) }]
    case 'ticket':
      return [{ kind: given.kind, event: given.event, label, codes, ...tellAnswers(line.item) }]
    default: {
      const { kind, expiration, memberId } = given
      const autoRenews = isAutoRenewing(given) ? { autoRenews: true as const } : {}
      return [{ kind, label, years: quantity, expiration, memberId, ...autoRenews }]
    }
  }
}

function toCode([code]: readonly string[]): { code?: string } {
  return code === undefined ? {} : { code }
}

function toReason(reason: string): RefundReason {
  if (reason === reasons.renewedAlready) return { kind: 'renewed-already' }
  if (reason === reasons.unclaimed) return { kind: 'unclaimed' }
  if (reason === reasons.atProvider) return { kind: 'by-club' }
  if (isOfficerReason(reason)) return { kind: 'officer', text: reason.slice(officerMark.length) }
  return { kind: 'not-available' }
}
