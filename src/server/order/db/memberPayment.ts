// All SQL about what a member has paid.
import { findMoney, type Money, type OrderState } from '../../../domain/order.ts'
import type { Tx } from '../../db/open.ts'
import { isOwnOrder } from './ownOrder.ts'

export interface MemberPayment {
  readonly orderId: number
  readonly description: string
  readonly state: OrderState
  readonly paidAt: Date
  readonly paidCents: number
  /** With what is on its way back. */
  readonly refundedCents: number
  readonly isDisputed: boolean
  readonly money: Money
}

export interface PaymentsQuery {
  readonly memberId: number
  readonly most: number
}

/** The newest first. Free orders are no payments (rules/payments 3.11). */
export async function listMemberPayments(
  tx: Tx,
  { memberId, most }: PaymentsQuery,
): Promise<MemberPayment[]> {
  const rows = await tx
    .selectFrom('purchase_order as paid')
    .where(isOwnOrder(memberId, 'paid'))
    .where('paid.paid_at', 'is not', null)
    .where('paid.total_cents', '>', 0)
    .orderBy('paid.paid_at', 'desc')
    .orderBy('paid.id', 'desc')
    .limit(most)
    .select(['id', 'description', 'state', 'mode', 'paid_at', 'total_cents', 'received_cents'])
    .select(({ eb, or, selectFrom }) => [
      or([eb('paid.disputed_at', 'is not', null), eb('paid.charged_back_at', 'is not', null)]).as('disputed'),
      selectFrom('refund')
        .whereRef('refund.order_id', '=', 'paid.id')
        .where('refund.state', '<>', 'failed')
        .select((refund) => refund.fn.sum<string | null>('refund.amount_cents').as('cents'))
        .as('refunded'),
    ])
    .execute()
  return rows.map((row) => ({
    orderId: row.id,
    description: row.description,
    state: row.state as OrderState,
    paidAt: row.paid_at ?? new Date(0),
    paidCents: row.received_cents ?? row.total_cents,
    refundedCents: Number(row.refunded ?? 0),
    isDisputed: Boolean(row.disputed),
    money: findMoney(row),
  }))
}
