// How many orders a club has in each state, and what is held for those who are paying.
import type { Tx } from '../../db/open.ts'

export async function countOrders(tx: Tx): Promise<{ state: string; count: number }[]> {
  const rows = await tx
    .selectFrom('purchase_order')
    .select(({ fn }) => ['state', fn.countAll<number>().as('count')])
    .groupBy('state')
    .execute()
  return rows.map(({ state, count }) => ({ state, count: Number(count) }))
}

/** Pieces that nobody else can buy meanwhile. */
export async function countHeld(tx: Tx): Promise<number> {
  const row = await tx
    .selectFrom('hold')
    .where('state', '=', 'held')
    .select(({ fn }) => fn.sum<number | null>('quantity').as('pieces'))
    .executeTakeFirst()
  return Number(row?.pieces ?? 0)
}
