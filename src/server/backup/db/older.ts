// What a migration has found out from the other columns, and a backup from before it does not have.
import { sql } from 'kysely'
import type { TableName } from '../../db/clubRows.ts'
import { selectTaxes } from '../../db/migrations/0061-money-trail.ts'
import type { Tx } from '../../db/open.ts'
import { ofClub } from '../../db/scope/clubPlugin.ts'

const found: readonly { table: TableName; column: string; find(tx: Tx): Promise<unknown> }[] = [
  { table: 'order_line', column: 'tax_cents', find: findTaxes },
  { table: 'refund', column: 'hand_return', find: findReturns },
]

/**
 * Finds it for the club whose rows were restored, all of them. `columns`: by table, those that the backup has; a table
 * without rows needs nothing.
 */
export async function findForOlder(
  tx: Tx,
  columns: ReadonlyMap<TableName, ReadonlySet<string>>,
): Promise<void> {
  for (const { table, column, find } of found) {
    if (columns.get(table)?.has(column) === false) await find(tx)
  }
}

function findTaxes(tx: Tx): Promise<unknown> {
  const parts = sql<{ order_id: number; line: number; tax: number }>`
    (${selectTaxes(ofClub('order_line', 'l'), ofClub('purchase_order', 'o'))})`
  return tx
    .updateTable('order_line')
    .from(parts.as('part'))
    .set((row) => ({ tax_cents: row.ref('part.tax') }))
    .where('part.tax', 'is not', null)
    .whereRef('part.order_id', '=', 'order_line.order_id')
    .whereRef('part.line', '=', 'order_line.line')
    .execute()
}

function findReturns(tx: Tx): Promise<unknown> {
  const orders = sql<{ id: number; mode: 'cash' | 'cheque' }>`
    (select id, mode from ${ofClub('purchase_order')} where mode in ('cash', 'cheque'))`
  return tx
    .updateTable('refund')
    .from(orders.as('paid'))
    .set((row) => ({ hand_return: row.ref('paid.mode') }))
    .whereRef('paid.id', '=', 'refund.order_id')
    .execute()
}
