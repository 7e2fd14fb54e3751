// All SQL about what followed an order: its mails and its refunds, as officers read them.
import { sql } from 'kysely'
import type { Tx } from '../../db/open.ts'

/** The mails about an order, while the jobs that send them still exist. The oldest first. */
export async function listOrderMails(tx: Tx, orderId: number, refundIds: readonly string[]) {
  const keys = [`receipt ${orderId}`, `review ${orderId}`, ...refundIds.map((id) => `refund ${id}`)]
  const mails = await tx
    .selectFrom('job')
    .where('kind', '=', 'mail')
    .where((where) =>
      where.or([
        where('unique_key', 'in', keys),
        sql<boolean>`strpos(unique_key, ${`receipt ${orderId} again `}) = 1`,
      ]),
    )
    .orderBy('id')
    .select(['unique_key as what', 'state', 'attempts', 'last_error as error'])
    .select(['created_at as queuedAt', 'finished_at as finishedAt'])
    .execute()
  return mails.map((mail) => ({ ...mail, what: mail.what?.split(' ')[0] ?? '' }))
}

export type RefundRecord = Awaited<ReturnType<typeof listRefundRecords>>[number]

/** `tries`: how often the provider was asked. */
export function listRefundRecords(tx: Tx, orderId: number) {
  return tx
    .selectFrom('refund')
    .where('order_id', '=', orderId)
    .orderBy('asked_at')
    .orderBy('id')
    .select(['id', 'amount_cents as amountCents', 'lines', 'reason', 'state', 'provider_id as providerId'])
    .select(['tries', 'asked_at as requestedAt', 'done_at as doneAt', 'hand_return as handReturn'])
    .select(sql<Date>`coalesce(done_at, asked_at)`.as('changedAt'))
    .execute()
}
