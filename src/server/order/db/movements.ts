// All SQL about the movements of money: which orders had one, and what each was for.
import { sql } from 'kysely'
import { listMovements, type Movement } from '../../../domain/sales/movements.ts'
import { anyOf } from '../../db/anyOf.ts'
import type { Tx } from '../../db/open.ts'
import { handNote } from './handSale.ts'

export async function listRefundsByOrder(tx: Tx, orderIds: readonly number[]) {
  const refunds = await tx
    .selectFrom('refund')
    .where('order_id', '=', anyOf(orderIds))
    .orderBy('asked_at')
    .orderBy('id')
    .select(['id', 'order_id as orderId', 'amount_cents as amountCents', 'state', 'lines', 'reason'])
    .select(['hand_return as handReturn', 'asked_at as requestedAt'])
    .select(sql<Date>`coalesce(done_at, asked_at)`.as('changedAt'))
    .execute()
  return Map.groupBy(refunds, ({ orderId }) => orderId)
}

export type MovedRecord = Awaited<ReturnType<typeof listMoved>>[number]

/** These orders, each with all of its movements. The oldest first. */
export async function listMoved(tx: Tx, orderIds: readonly number[]) {
  const orders = await tx
    .selectFrom('purchase_order as o')
    .where('o.id', '=', anyOf(orderIds))
    .orderBy('o.id')
    .select(['o.id', 'o.kind', 'o.mode', 'o.name', 'o.email', handNote.as('note')])
    .select(['o.paid_at as paidAt', 'o.received_cents as receivedCents'])
    .select(['o.charged_back_at as chargedBackAt'])
    .execute()
  const refunds = await listRefundsByOrder(tx, orderIds)
  const sold = await tx
    .selectFrom('order_line')
    .where('order_id', '=', anyOf(orderIds))
    .orderBy('order_id')
    .orderBy('line')
    .select(['order_id as orderId', 'line', 'kind', 'label', 'quantity', 'state'])
    .select(['net_cents as netCents', 'tax_cents as taxCents'])
    // its name when it was sold
    .select(sql<string>`coalesce(item ->> 'event', '')`.as('event'))
    .execute()
  const linesByOrder = Map.groupBy(sold, ({ orderId }) => orderId)
  return orders.map((order) => {
    const whole = { ...order, lines: linesByOrder.get(order.id) ?? [], refunds: refunds.get(order.id) ?? [] }
    return { ...whole, movements: listMovements(whole) }
  })
}

/** The orders of which money came or went from `since` on and before `until`. */
export async function listMovedIds(
  tx: Tx,
  { since, until }: { readonly since: Date | undefined; readonly until: Date | undefined },
): Promise<number[]> {
  const within = (column: string) => {
    const moment = sql.ref(column)
    return sql<boolean>`(${moment} >= ${since ?? new Date(0)} and ${moment} < ${until ?? sql`'infinity'`})`
  }
  const returned = tx
    .selectFrom('refund')
    .where(sql<boolean>`(${within('asked_at')} or ${within('done_at')})`)
    .select('order_id')
  const rows = await tx
    .selectFrom('purchase_order as o')
    .where(({ or, eb }) => or([within('o.paid_at'), within('o.charged_back_at'), eb('o.id', 'in', returned)]))
    .orderBy('o.id')
    .select('o.id')
    .execute()
  return rows.map(({ id }) => id)
}

/** What was typed wrongly in these days and undone in others, or the other way round: sums that somebody may have seen have changed. */
export function listCorrected<T extends Movement>(
  movements: readonly T[],
  period: Parameters<typeof isWithin>[1],
): (T & { readonly undoneAt: Date })[] {
  return movements.flatMap((one) => {
    const { undoneAt } = one
    if (undoneAt === null || isWithin(one, period) === isWithin({ at: undoneAt }, period)) return []
    return [{ ...one, undoneAt }]
  })
}

export function isWithin(
  { at }: Pick<Movement, 'at'>,
  { since, until }: { readonly since: Date | undefined; readonly until: Date | undefined },
): boolean {
  return (since === undefined || at >= since) && (until === undefined || at < until)
}
