// All SQL about refunds.
import { type InferResult, sql } from 'kysely'
import type { HandReturn } from '../../../domain/sales/movements.ts'
import type { Tx } from '../../db/open.ts'

function selectRefunds(tx: Tx, orderId: number) {
  return (
    tx
      .selectFrom('refund')
      .where('order_id', '=', orderId)
      .orderBy('asked_at')
      .orderBy('id')
      .select(['id', 'amount_cents as amountCents', 'lines', 'reason', 'state', 'provider_id as providerId'])
      .select('hand_return as handReturn')
      // when its state came; that it was requested while nothing else has
      .select(['asked_at as requestedAt', sql<Date>`coalesce(done_at, asked_at)`.as('changedAt')])
  )
}

/** `lines`: their numbers; empty when it is for the whole order. */
export type StoredRefund = Readonly<InferResult<ReturnType<typeof selectRefunds>>[number]>

export async function insertRefund(
  tx: Tx,
  refund: {
    id: string
    orderId: number
    amountCents: number
    lines: readonly number[]
    reason: string
    at: Date
    /** Of money that an officer had taken. */
    handReturn?: HandReturn | null
    /** For a refund that the provider told us about. */
    providerId?: string
  },
): Promise<void> {
  await tx
    .insertInto('refund')
    .values({
      id: refund.id,
      order_id: refund.orderId,
      amount_cents: refund.amountCents,
      lines: JSON.stringify(refund.lines),
      reason: refund.reason,
      asked_at: refund.at,
      hand_return: refund.handReturn ?? null,
      ...(refund.providerId === undefined ? {} : { provider_id: refund.providerId }),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export function listRefunds(tx: Tx, orderId: number): Promise<StoredRefund[]> {
  return selectRefunds(tx, orderId).execute()
}

/** Called when it becomes known what the refund was for. */
export async function setRefundLines(tx: Tx, refundId: string, lines: readonly number[]): Promise<void> {
  await tx
    .updateTable('refund')
    .set({ lines: JSON.stringify(lines) })
    .where('id', '=', refundId)
    .execute()
}

export async function countTry(tx: Tx, refundId: string): Promise<void> {
  await tx
    .updateTable('refund')
    .set(({ eb }) => ({ tries: eb('tries', '+', 1) }))
    .where('id', '=', refundId)
    .execute()
}

export async function updateRefund(
  tx: Tx,
  refundId: string,
  change: { state: StoredRefund['state']; providerId: string | null; at: Date },
): Promise<void> {
  await tx
    .updateTable('refund')
    .set({ state: change.state, provider_id: change.providerId, done_at: change.at })
    .where('id', '=', refundId)
    .execute()
}
