// All SQL about refunds.
import type { Selectable } from 'kysely'
import type { Tx } from '../../db/open.ts'
import type { Schema } from '../../db/schema.gen.ts'

export interface StoredRefund {
  readonly id: string
  readonly orderId: number
  readonly amountCents: number
  /** The numbers of its lines; empty when it is for the whole order. */
  readonly lines: readonly number[]
  readonly reason: string
  readonly state: 'asked' | 'sent' | 'succeeded' | 'failed'
  readonly providerId: string | null
  readonly requestedAt: Date
  /** When its state came; that it was requested while nothing else has. */
  readonly changedAt: Date
}

const columns = [
  'id',
  'order_id',
  'amount_cents',
  'lines',
  'reason',
  'state',
  'provider_id',
  'asked_at',
  'done_at',
] as const

function toRefund(row: Pick<Selectable<Schema['refund']>, (typeof columns)[number]>): StoredRefund {
  return {
    id: row.id,
    orderId: row.order_id,
    amountCents: row.amount_cents,
    lines: row.lines,
    reason: row.reason,
    state: row.state,
    providerId: row.provider_id,
    requestedAt: row.asked_at,
    changedAt: row.done_at ?? row.asked_at,
  }
}

export async function insertRefund(
  tx: Tx,
  refund: {
    id: string
    orderId: number
    amountCents: number
    lines: readonly number[]
    reason: string
    at: Date
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
      ...(refund.providerId === undefined ? {} : { provider_id: refund.providerId }),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function listRefunds(tx: Tx, orderId: number): Promise<StoredRefund[]> {
  const rows = await tx
    .selectFrom('refund')
    .where('order_id', '=', orderId)
    .orderBy('asked_at')
    .orderBy('id')
    .select(columns)
    .execute()
  return rows.map(toRefund)
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
