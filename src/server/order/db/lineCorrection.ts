// All SQL for correcting what a line has sold, after its goods were changed in place.
import type { Tx } from '../../db/open.ts'
import type { StoredLine } from './order.ts'

/** So that a refund finds the goods where they are now. The transaction must have locked the order. */
export async function correctLine(
  tx: Tx,
  orderId: number,
  { line, label, itemId, item, given }: Pick<StoredLine, 'line' | 'label' | 'itemId' | 'item' | 'given'>,
): Promise<void> {
  await tx
    .updateTable('order_line')
    .set({ label, item_id: itemId, item: JSON.stringify(item), given: JSON.stringify(given) })
    .where('order_id', '=', orderId)
    .where('line', '=', line)
    .execute()
}

/** What the line has sold is another thing now. Both things must be locked. */
export async function moveHold(
  tx: Tx,
  orderId: number,
  { line, from, to }: { line: number; from: string; to: string },
): Promise<void> {
  await tx
    .updateTable('hold')
    .set({ thing: to })
    .where('order_id', '=', orderId)
    .where('line', '=', line)
    .where('thing', '=', from)
    .execute()
}
