// All SQL about what a member has paid.
import { sql } from 'kysely'
import { findMoney, type Money, type OrderState } from '../../../domain/order.ts'
import type { Tx } from '../open.ts'

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
  /** The member's address, if a mail to it was answered. */
  readonly emailFolded: string | undefined
  readonly most: number
}

/**
 * Of all that is theirs: what they bought as a member, what they joined with, and what was bought with their proved
 * address by nobody who was signed in. The newest first. Free orders are no payments.
 */
export async function listMemberPayments(
  tx: Tx,
  { memberId, emailFolded, most }: PaymentsQuery,
): Promise<MemberPayment[]> {
  const rows = await tx
    .selectFrom('purchase_order as paid')
    .where(({ eb, or, and, exists, selectFrom }) =>
      or([
        eb('paid.member_id', '=', memberId),
        and([
          eb('paid.member_id', 'is', null),
          or([
            eb('paid.email_folded', '=', emailFolded ?? null),
            exists(
              selectFrom('order_line as joined')
                .whereRef('joined.order_id', '=', 'paid.id')
                .where('joined.kind', '=', 'membership')
                .where(sql<boolean>`(joined.given ->> 'memberId')::int = ${memberId}`)
                .select('joined.line'),
            ),
          ]),
        ]),
      ]),
    )
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
