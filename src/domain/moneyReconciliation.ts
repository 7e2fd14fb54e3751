// Compares money and goods: each order in itself, and the club's books with the card provider's.

import type { HandMode, LineState } from './order.ts'
import { hourMs } from './time.ts'

export interface BookedLine {
  readonly line: number
  readonly label: string
  readonly state: LineState
  /** What the buyer paid for this line alone. */
  readonly netCents: number
}

export interface BookedRefund {
  readonly amountCents: number
  readonly state: 'asked' | 'sent' | 'succeeded' | 'failed'
  /** Numbers of the lines that it pays back. Empty for the whole order, or if nobody has named lines. */
  readonly lines: readonly number[]
}

/** A `reason`: made at the provider's own desk. */
export const atProvider = 'at-provider'

interface DeliveredGoods {
  readonly lines: readonly { readonly state: LineState }[]
}

function hasGoods({ lines }: DeliveredGoods): boolean {
  return lines.some(({ state }) => state === 'delivered')
}

/** Refunds made at the provider's own desk after an officer last decided, while goods are still delivered. */
export function listUndecided<
  R extends Pick<BookedRefund, 'state'> & { readonly reason: string; readonly requestedAt: Date },
>(refunds: readonly R[], order: DeliveredGoods, decidedAt: number): R[] {
  if (!hasGoods(order)) return []
  return refunds.filter(
    ({ reason, state, requestedAt }) =>
      reason === atProvider && state !== 'failed' && requestedAt.getTime() > decidedAt,
  )
}

/** The same for money that a bank took back. */
export function isLossUndecided(
  order: DeliveredGoods & { readonly chargedBackAt: Date | null },
  decidedAt: number,
): boolean {
  return hasGoods(order) && order.chargedBackAt !== null && order.chargedBackAt.getTime() > decidedAt
}

interface TimedRefund extends BookedRefund {
  readonly requestedAt: Date
  /** When its state came; that it was requested while nothing else has. */
  readonly changedAt: Date
}

/**
 * Of lines that the buyer keeps: what was promised, failed after an officer last decided, and was not given again since.
 */
export function findBroken(
  refunds: readonly TimedRefund[],
  lines: readonly Pick<BookedLine, 'line' | 'state'>[],
  decidedAt: number,
): number {
  const kept = lines.filter(({ state }) => state === 'delivered')
  return kept.reduce((sum, { line }) => {
    const moments = refunds
      .filter((refund) => refund.lines.includes(line))
      .flatMap(({ amountCents: cents, state, requestedAt, changedAt }) => {
        const request = { at: requestedAt.getTime(), cents: -cents }
        if (state !== 'failed') return [{ ...request, rank: 2 }]
        return [
          { ...request, rank: 0 },
          { at: changedAt.getTime(), cents, rank: 1 },
        ]
      })
      .filter(({ at }) => at > decidedAt)
      // in the same moment: what has failed was requested first, and what is given again last
      .sort((one, other) => one.at - other.at || one.rank - other.rank)
    return sum + moments.reduce((broken, { cents }) => Math.max(0, broken + cents), 0)
  }, 0)
}

/** An order as the club's books have it. */
export interface BookedOrder {
  readonly id: number
  readonly state: string
  readonly totalCents: number
  readonly intentId: string | null
  /** How an officer took the money; null when it was paid online. The provider has nothing to say about it. */
  readonly hand: HandMode | null
  readonly isPaid: boolean
  readonly receivedCents: number
  /** Epoch milliseconds of the last change of any kind. */
  readonly changedAt: number
  readonly lines: readonly BookedLine[]
  readonly refunds: readonly BookedRefund[]
  /** Refunded at the provider's own desk, and no officer has said what for. */
  readonly undecidedCents: number
  /** A part of a line's price was promised and did not arrive, and the buyer keeps the goods. */
  readonly brokenCents: number
  /** The dispute of a bank with the club; null if there was none or the club has won. */
  readonly dispute: 'needs-answer' | 'under-review' | 'lost' | null
  /** An officer has decided about the goods after the dispute was lost. */
  readonly isLossDecided: boolean
}

/** A payment as the card provider has it. */
export interface ProvidersPayment {
  readonly intentId: string
  readonly isPaid: boolean
  readonly receivedCents: number
  readonly refundedCents: number
  /** Epoch milliseconds. */
  readonly createdAt: number
}

export const findingTexts = {
  review: 'An officer has to decide: what was paid is not what the order says.',
  'nothing-delivered': 'It was paid, and nothing was delivered or given back.',
  unclaimed: 'It was paid, and nobody has said what for. A day after the payment it goes back by itself.',
  'refund-stuck': 'The refund was promised and has not gone out.',
  'refund-failed': 'The refund failed.',
  'lines-not-returned': 'A part was not delivered, and its money was not given back.',
  'not-paid': 'It was delivered and never paid.',
  'all-returned': 'All the money went back, and the goods are still with the buyer.',
  'returned-there': 'Money went back at the provider, and nobody has said what for.',
  kept: 'The goods were to be taken back, and the buyer still has them.',
  'charged-back': 'The bank took the money back, and the goods are still with the buyer.',
  disputed: "The buyer's bank disputes the charge: answer on the provider's page before its deadline.",
  'dispute-under-review': 'The bank looks at what the club has answered.',
  'unknown-order': 'The provider has a payment that the books do not know.',
  'paid-there': 'The provider says that it was paid, the books say that it was not.',
  'received-more': 'The provider received another amount than the order says.',
  'returned-more': 'The provider gave back more than the books say.',
  'not-paid-there': 'The books say that it was paid, the provider says that it was not.',
  'returned-less': 'The books say that money went back, and the provider did not send it.',
} as const

export type FindingKind = keyof typeof findingTexts

export interface Finding {
  /** Null for a payment that belongs to no order. */
  readonly orderId: number | null
  readonly intentId: string | null
  readonly kind: FindingKind
  /** How much money it is about. */
  readonly cents: number
}

export interface Reconciliation {
  readonly moneyWithoutGoods: Finding[]
  readonly goodsWithoutMoney: Finding[]
  readonly notInBooks: Finding[]
  readonly notAtProvider: Finding[]
  /** A bank asks and the club has to answer. */
  readonly disputed: Finding[]
  /** These would be findings if they had not just begun. The next check will tell. */
  readonly onTheWay: Finding[]
}

/** How long an order may be between two states before somebody has to check it. */
export const settlingMs = hourMs

/**
 * `payments` by the id of their intent: all that the provider has in the period, and those of the orders. An
 * order without a payment there counts as not paid at the provider. Undefined when the provider could not be
 * asked: then the orders are compared in themselves alone.
 */
export function reconcile(
  orders: readonly BookedOrder[],
  payments: ReadonlyMap<string, ProvidersPayment> | undefined,
  now: number,
): Reconciliation {
  const result: Reconciliation = {
    moneyWithoutGoods: [],
    goodsWithoutMoney: [],
    notInBooks: [],
    notAtProvider: [],
    disputed: [],
    onTheWay: [],
  }
  const columns = [
    'moneyWithoutGoods',
    'goodsWithoutMoney',
    'notInBooks',
    'notAtProvider',
    'disputed',
  ] as const
  for (const order of orders) {
    const payment = order.intentId === null ? undefined : payments?.get(order.intentId)
    const found = {
      moneyWithoutGoods: findUndelivered(order),
      goodsWithoutMoney: findUnpaid(order),
      notInBooks: findUnbooked(order, payment),
      notAtProvider: payments === undefined ? [] : findUnreceived(order, payment),
      disputed: findDisputed(order),
    }
    for (const column of columns) {
      for (const finding of found[column]) {
        const isFresh = now < order.changedAt + findPatience(finding.kind)
        result[isFresh ? 'onTheWay' : column].push(finding)
      }
    }
  }
  const known = new Set(orders.map(({ intentId }) => intentId))
  for (const { intentId, isPaid, receivedCents, refundedCents, createdAt } of payments?.values() ?? []) {
    if (!isPaid || known.has(intentId) || receivedCents === refundedCents) continue
    const finding = {
      orderId: null,
      intentId,
      kind: 'unknown-order',
      cents: receivedCents - refundedCents,
    } as const
    result[now < createdAt + settlingMs ? 'onTheWay' : 'notInBooks'].push(finding)
  }
  return result
}

export function isEven({ onTheWay: _, ...columns }: Reconciliation): boolean {
  return Object.values(columns).every((findings) => findings.length === 0)
}

/** Only an officer can solve these. */
const urgent: ReadonlySet<FindingKind> = new Set([
  'review',
  'refund-failed',
  'returned-there',
  'kept',
  'charged-back',
  'disputed',
])

function findPatience(kind: FindingKind): number {
  if (urgent.has(kind)) return 0
  if (kind === 'dispute-under-review') return Number.POSITIVE_INFINITY
  return settlingMs
}

function findUndelivered(order: BookedOrder): Finding[] {
  const { id: orderId, intentId, state, receivedCents, lines, refunds } = order
  // the bank has taken all of it
  if (!order.isPaid || order.dispute === 'lost') return []
  const returned = sumRefunds(refunds, ['asked', 'sent', 'succeeded'])
  const leftCents = receivedCents - returned
  const about = (kind: FindingKind, cents: number): Finding => ({ orderId, intentId, kind, cents })
  const failed = sumRefunds(refunds, ['failed'])
  if (state === 'review' && failed === 0 && leftCents > 0) return [about('review', leftCents)]
  const waiting = sumRefunds(refunds, ['asked'])
  const gone = lines.filter(({ state: one }) => one !== 'delivered')
  const isNothing = gone.length === lines.length
  const unreturned = isNothing ? leftCents : Math.min(leftCents, findUncovered(gone, refunds))
  if (unreturned > 0) {
    if (failed > 0) return [about('refund-failed', unreturned)]
    const kind = lines.length === 0 ? 'unclaimed' : isNothing ? 'nothing-delivered' : 'lines-not-returned'
    return [about(kind, unreturned)]
  }
  if (order.brokenCents > 0) return [about('refund-failed', order.brokenCents)]
  return waiting > 0 ? [about('refund-stuck', waiting)] : []
}

/** The cost of these lines that no refund of theirs has paid back or will pay back. */
export function findUncovered(
  lines: readonly Pick<BookedLine, 'line' | 'netCents'>[],
  refunds: readonly BookedRefund[],
): number {
  const numbers = new Set(lines.map(({ line }) => line))
  const theirs = refunds.filter((refund) => refund.lines.some((line) => numbers.has(line)))
  const cost = lines.reduce((sum, { netCents }) => sum + netCents, 0)
  return Math.max(0, cost - sumRefunds(theirs, ['asked', 'sent', 'succeeded']))
}

function findUnpaid(order: BookedOrder): Finding[] {
  const notTakenBack = order.lines.filter(({ state }) => state === 'kept')
  const { id: orderId, intentId } = order
  const cents = notTakenBack.reduce((sum, { netCents }) => sum + netCents, 0)
  return [
    ...findUnpaidDelivered(order),
    ...(cents > 0 ? [{ orderId, intentId, kind: 'kept', cents } as const] : []),
  ]
}

function findUnpaidDelivered(order: BookedOrder): Finding[] {
  const { id: orderId, intentId, totalCents, isPaid, lines, refunds, undecidedCents } = order
  if (totalCents === 0 || !lines.some(({ state }) => state === 'delivered')) return []
  const cents = totalCents
  if (!isPaid) return [{ orderId, intentId, kind: 'not-paid', cents }]
  const back = sumRefunds(refunds, ['sent', 'succeeded'])
  if (back >= totalCents) return [{ orderId, intentId, kind: 'all-returned', cents }]
  if (order.dispute === 'lost' && !order.isLossDecided) {
    return [{ orderId, intentId, kind: 'charged-back', cents: totalCents - back }]
  }
  return undecidedCents > 0 ? [{ orderId, intentId, kind: 'returned-there', cents: undecidedCents }] : []
}

function findDisputed({ id: orderId, intentId, totalCents: cents, dispute }: BookedOrder): Finding[] {
  if (dispute === 'needs-answer') return [{ orderId, intentId, kind: 'disputed', cents }]
  return dispute === 'under-review' ? [{ orderId, intentId, kind: 'dispute-under-review', cents }] : []
}

function findUnbooked(order: BookedOrder, payment: ProvidersPayment | undefined): Finding[] {
  if (payment === undefined) return []
  const { id: orderId, intentId, totalCents, isPaid, state, refunds } = order
  const { receivedCents, refundedCents } = payment
  const booked = sumRefunds(refunds, ['asked', 'sent', 'succeeded'])
  const about = (kind: FindingKind, cents: number): Finding => ({ orderId, intentId, kind, cents })
  return [
    ...(payment.isPaid && !isPaid && receivedCents > refundedCents
      ? [about('paid-there', receivedCents - refundedCents)]
      : []),
    ...(payment.isPaid &&
    isPaid &&
    receivedCents !== totalCents &&
    state !== 'review' &&
    receivedCents > refundedCents
      ? [about('received-more', receivedCents)]
      : []),
    ...(isPaid && refundedCents > booked ? [about('returned-more', refundedCents - booked)] : []),
  ]
}

function findUnreceived(order: BookedOrder, payment: ProvidersPayment | undefined): Finding[] {
  const { id: orderId, intentId, totalCents, isPaid, refunds } = order
  if (!isPaid || totalCents === 0 || order.hand !== null) return []
  if (payment?.isPaid !== true) return [{ orderId, intentId, kind: 'not-paid-there', cents: totalCents }]
  const lacking = sumRefunds(refunds, ['succeeded']) - payment.refundedCents
  return lacking > 0 ? [{ orderId, intentId, kind: 'returned-less', cents: lacking }] : []
}

function sumRefunds(refunds: readonly BookedRefund[], states: readonly BookedRefund['state'][]): number {
  return refunds
    .filter(({ state }) => states.includes(state))
    .reduce((sum, { amountCents }) => sum + amountCents, 0)
}
