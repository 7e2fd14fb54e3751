// Counts tries within a window of time, for all processes together.
import type { Tx } from '../open.ts'

export interface AttemptBucket {
  readonly bucket: string
  readonly windowStart: Date
  /** How many to add. The default is 1; 0 only reads the count. */
  readonly amount?: number
}

/** Adds to each bucket and answers the new counts by bucket. */
export async function countAttempts(tx: Tx, buckets: readonly AttemptBucket[]): Promise<Map<string, number>> {
  // always in the same order, so that two processes cannot deadlock
  const sorted = [...buckets].sort((a, b) => (a.bucket < b.bucket ? -1 : 1))
  const rows = await tx
    .insertInto('attempt_count')
    .values(
      sorted.map(({ bucket, windowStart, amount = 1 }) => ({
        bucket,
        window_start: windowStart,
        count: amount,
      })),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['bucket', 'window_start'])
        .doUpdateSet((row) => ({ count: row('attempt_count.count', '+', row.ref('excluded.count')) })),
    )
    .returning(['bucket', 'count'])
    .execute()
  return new Map(rows.map((row) => [row.bucket, row.count]))
}

/** Takes one try back, for limits that count only failures. */
export async function refundAttempts(tx: Tx, buckets: readonly AttemptBucket[]): Promise<void> {
  for (const { bucket, windowStart } of buckets) {
    await tx
      .updateTable('attempt_count')
      .set((row) => ({ count: row('count', '-', 1) }))
      .where('bucket', '=', bucket)
      .where('window_start', '=', windowStart)
      .where('count', '>', 0)
      .execute()
  }
}

export async function forgetAttempts(tx: Tx, before: Date): Promise<void> {
  await tx.deleteFrom('attempt_count').where('window_start', '<', before).execute()
}
