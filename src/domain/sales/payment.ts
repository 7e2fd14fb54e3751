// A payment as its payer sees it afterwards.
import type { OrderState } from '../order.ts'
import type { StandingWords } from './standing.ts'

export const paymentStatuses = [
  'succeeded',
  'partially_refunded',
  'refund_pending',
  'refunded',
  'in_review',
  'disputed',
] as const
export type PaymentStatus = (typeof paymentStatuses)[number]

export function isPaymentStatus(text: string): text is PaymentStatus {
  return paymentStatuses.some((known) => known === text)
}

/** Of an order that was paid. Money on its way back counts as refunded, except that of the whole order. */
export function findPaymentStatus(order: {
  readonly state: OrderState
  readonly paidCents: number
  readonly refundedCents: number
  readonly isDisputed: boolean
}): PaymentStatus {
  const { state, paidCents, refundedCents, isDisputed } = order
  if (state === 'refunded') return 'refunded'
  if (state === 'refunding') return 'refund_pending'
  if (isDisputed) return 'disputed'
  if (state === 'review') return 'in_review'
  if (refundedCents > 0) return refundedCents < paidCents ? 'partially_refunded' : 'refunded'
  return 'succeeded'
}

/** `returned`: the amount that went back, as people read it. */
export function findPaymentWord(words: StandingWords, status: PaymentStatus, returned: string): string {
  switch (status) {
    case 'succeeded':
      return words.paid
    case 'partially_refunded':
      return words.paidAndReturned(returned)
    case 'refund_pending':
      return words.order.refunding
    case 'refunded':
      return words.order.refunded
    case 'in_review':
      return words.order.review
    case 'disputed':
      return words.disputed
  }
}
