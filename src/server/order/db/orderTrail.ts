// All SQL about what followed an order: its mails and its refunds, as officers read them.
import { sql } from 'kysely'
import type { Tx } from '../../db/open.ts'

export interface OrderMail {
  readonly what: string
  readonly state: string
  readonly attempts: number
  readonly error: string | null
  readonly queuedAt: Date
  readonly finishedAt: Date | null
}

/** The mails about an order, while the jobs that send them still exist. The oldest first. */
export async function listOrderMails(
  tx: Tx,
  orderId: number,
  refundIds: readonly string[],
): Promise<OrderMail[]> {
  const keys = [`receipt ${orderId}`, `review ${orderId}`, ...refundIds.map((id) => `refund ${id}`)]
  const rows = await tx
    .selectFrom('job')
    .where('kind', '=', 'mail')
    .where((where) =>
      where.or([
        where('unique_key', 'in', keys),
        sql<boolean>`strpos(unique_key, ${`receipt ${orderId} again `}) = 1`,
      ]),
    )
    .orderBy('id')
    .select(['unique_key', 'state', 'attempts', 'last_error', 'created_at', 'finished_at'])
    .execute()
  return rows.map((row) => ({
    what: row.unique_key?.split(' ')[0] ?? '',
    state: row.state,
    attempts: row.attempts,
    error: row.last_error,
    queuedAt: row.created_at,
    finishedAt: row.finished_at,
  }))
}

export interface RefundRecord {
  readonly id: string
  readonly amountCents: number
  readonly lines: readonly number[]
  readonly reason: string
  readonly state: string
  readonly providerId: string | null
  /** How often the provider was asked. */
  readonly tries: number
  readonly requestedAt: Date
  readonly doneAt: Date | null
}

export async function listRefundRecords(tx: Tx, orderId: number): Promise<RefundRecord[]> {
  const rows = await tx
    .selectFrom('refund')
    .where('order_id', '=', orderId)
    .orderBy('asked_at')
    .orderBy('id')
    .select(['id', 'amount_cents', 'lines', 'reason', 'state', 'provider_id', 'tries', 'asked_at', 'done_at'])
    .execute()
  return rows.map((row) => ({
    id: row.id,
    amountCents: row.amount_cents,
    lines: row.lines,
    reason: row.reason,
    state: row.state,
    providerId: row.provider_id,
    tries: row.tries,
    requestedAt: row.asked_at,
    doneAt: row.done_at,
  }))
}
