// All SQL about what a member has paid.
import { findMoney } from '../../../domain/order.ts'
import type { Tx } from '../../db/open.ts'
import { isOwnOrder } from './ownOrder.ts'

export type MemberPayment = Awaited<ReturnType<typeof listMemberPayments>>[number]

/**
 * The newest first. Free orders are no payments (rules/payments 3.11). `refundedCents` has what is on its way back too.
 */
export async function listMemberPayments(tx: Tx, { memberId, most }: { memberId: number; most: number }) {
  const rows = await tx
    .selectFrom('purchase_order as paid')
    .where(isOwnOrder(memberId, 'paid'))
    .where('paid.paid_at', 'is not', null)
    .where('paid.total_cents', '>', 0)
    .orderBy('paid.paid_at', 'desc')
    .orderBy('paid.id', 'desc')
    .limit(most)
    .select(['id as orderId', 'description', 'state', 'mode', 'paid_at as paidAt'])
    .$narrowType<{ paidAt: Date }>()
    .select(({ eb, fn, or, selectFrom }) => [
      fn.coalesce('paid.received_cents', 'paid.total_cents').as('paidCents'),
      or([eb('paid.disputed_at', 'is not', null), eb('paid.charged_back_at', 'is not', null)]).as('disputed'),
      selectFrom('refund')
        .whereRef('refund.order_id', '=', 'paid.id')
        .where('refund.state', '<>', 'failed')
        .select((refund) => refund.fn.sum<string | null>('refund.amount_cents').as('cents'))
        .as('refunded'),
    ])
    .execute()
  return rows.map(({ mode, disputed, refunded, ...payment }) => ({
    ...payment,
    refundedCents: Number(refunded ?? 0),
    isDisputed: Boolean(disputed),
    money: findMoney({ mode }),
  }))
}
