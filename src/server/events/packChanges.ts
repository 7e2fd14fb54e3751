// How often something may have changed that packs show, counted where both threads see it.
import type { Database } from '../db/open.ts'
import type { Schema } from '../db/schema.gen.ts'

/** In memory that threads share: the main thread knows of a commit before anybody can be told of it. */
export type PackChanges = Int32Array<SharedArrayBuffer>

/**
 * What visitors, judges, voters and the clock write by the thousand, and no pack shows. Whatever else is written,
 * tables to come included, costs one question for each pack that is asked for next.
 */
const besidePacks: ReadonlySet<string> = new Set<keyof Schema>([
  'attempt_count',
  'ballot',
  'ballot_vote',
  'job',
  'judge_challenge',
  'judge_grant',
  'member',
  'member_session',
  'member_settings',
  'push_subscription',
  'receipt',
  'recurring_job',
  'sandbox_message',
  'sheet',
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
