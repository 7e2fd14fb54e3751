// Counts what a judge's grant or a voter has delivered within a window of time, for all processes together.
import { sql } from 'kysely'
import type { Tx } from '../open.ts'

export interface Delivered {
  /** Who, within the club. */
  readonly sender: string
  readonly windowMs: number
  readonly windowStart: Date
  readonly amount: number
}

/**
 * Adds to each and answers the new counts, in the same order. A window that has ended begins anew. Of two processes at
 * its end, the one whose clock is behind counts in the window that the other has begun: by turns they would begin it anew
 * for ever. A window that is further ahead was written by a wrong clock.
 */
export async function addDeliveries(tx: Tx, delivered: readonly Delivered[]): Promise<number[]> {
  if (delivered.length === 0) return []
  // always in the same order, so that two processes cannot deadlock
  const sorted = delivered.toSorted((a, b) => (a.sender < b.sender ? -1 : 1))
  const isBegun = sql<boolean>`delivery_count.window_start >= excluded.window_start
    and delivery_count.window_start <= excluded.window_start + make_interval(secs => excluded.window_ms / 1000.0)`
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
        window_start: row
          .case()
          .when(isBegun)
          .then(row.ref('delivery_count.window_start'))
          .else(row.ref('excluded.window_start'))
          .end(),
        count: row
          .case()
          .when(isBegun)
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
