// Counts how often something may have changed that packs show. Both threads see the count.
import type { Database } from '../db/open.ts'
import type { Schema } from '../db/schema.gen.ts'

/** Memory that both threads share: the main thread knows of a commit before anybody can be told about it. */
export type PackChanges = Int32Array<SharedArrayBuffer>

/**
 * Tables that visitors, judges, voters and the clock write thousands of times and no pack shows. A write to
 * any other table, also a future one, costs one extra check for each pack that is requested next.
 */
const besidePacks: ReadonlySet<string> = new Set<keyof Schema>([
  'alert',
  'alert_delivery',
  'attempt_count',
  'ballot',
  'ballot_vote',
  'card_customer',
  'card_event',
  'card_setup',
  'delivery_count',
  'favourite',
  'followed_event',
  'hold',
  'job',
  'judge_challenge',
  'judge_challenge_device',
  'judge_grant',
  'member',
  'member_code',
  'member_session',
  'member_settings',
  'order_history',
  'order_line',
  'payment_attempt',
  'purchase_order',
  'push_subscription',
  'receipt',
  'recurring_job',
  'refund',
  'renewal',
  'renewal_round',
  'returned_shift',
  'sandbox_message',
  'saved_card',
  'scarce_thing',
  'sheet',
  'shift_worker',
  'sold_ticket',
  'voter',
])

export function createPackChanges(): PackChanges {
  return new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))
}

export function followPackChanges(database: Database, changes: PackChanges): void {
  database.onCommit((written) => {
    if (!written.isSubsetOf(besidePacks)) Atomics.add(changes, 0, 1)
  })
}
