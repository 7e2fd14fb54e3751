// Counts what a judge's grant or a voter has delivered within a window of time, for all processes together.
import type { Tx } from '../open.ts'

export interface Delivered {
  /** Who, within the club. */
  readonly sender: string
  readonly windowMs: number
  readonly windowStart: Date
  readonly amount: number
}

/** Adds to each and answers the new counts, in the same order. A window that has ended begins anew. */
export async function addDeliveries(tx: Tx, delivered: readonly Delivered[]): Promise<number[]> {
  if (delivered.length === 0) return []
  // always in the same order, so that two processes cannot deadlock
  const sorted = delivered.toSorted((a, b) => (a.sender < b.sender ? -1 : 1))
  const rows = await tx
    .insertInto('delivery_count')
    .values(
      sorted.map(({ sender, windowMs, windowStart, amount }) => ({
        sender,
        window_ms: windowMs,
        window_start: windowStart,
        count: amount,
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['tenant_id', 'sender', 'window_ms']).doUpdateSet((row) => ({
        window_start: row.ref('excluded.window_start'),
        count: row
          .case()
          .when('delivery_count.window_start', '=', row.ref('excluded.window_start'))
          .then(row('delivery_count.count', '+', row.ref('excluded.count')))
          .else(row.ref('excluded.count'))
          .end(),
      })),
    )
    .returning(['sender', 'window_ms', 'count'])
    .execute()
  return delivered.map(({ sender, windowMs }) => {
    const row = rows.find((each) => each.sender === sender && each.window_ms === windowMs)
    return row?.count ?? 0
  })
}
