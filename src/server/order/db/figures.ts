// What is read of the orders of all clubs together: where some are due, and how many there are. All of it needs an
// `acrossClubs` transaction.
import type { TenantIdentity } from '../../club/db/tenant.ts'
import type { Tx } from '../../db/open.ts'

/** The clubs with orders that the sweeper should check by now, also suspended ones: their buyers' money counts too. */
export function listClubsWithDueOrders(tx: Tx, now: Date): Promise<TenantIdentity[]> {
  return tx
    .selectFrom('tenant')
    .where('tenant.id', 'in', (due) =>
      due.selectFrom('purchase_order').where('look_at', '<=', now).select('purchase_order.tenant_id'),
    )
    .select(['tenant.id', 'tenant.uuid', 'tenant.slug'])
    .orderBy('tenant.id')
    .execute()
}

export async function countClubs(tx: Tx): Promise<number> {
  const { count } = await tx
    .selectFrom('tenant')
    .select(({ fn }) => fn.count<number>('id').as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

export async function countOrders(tx: Tx): Promise<{ state: string; count: number }[]> {
  const rows = await tx
    .selectFrom('purchase_order')
    .select(({ fn }) => ['state', fn.count<number>('tenant_id').as('count')])
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
