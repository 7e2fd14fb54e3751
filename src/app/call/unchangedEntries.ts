// Which entries of the outbox are still as they were when it was last read.
import { isUnchanged, type OutboxEntry } from '../../offline/outboxRecords.ts'

/** Those stay the same objects, so that their rows need not be painted again. */
export function keepUnchanged(
  before: readonly OutboxEntry[],
  read: readonly OutboxEntry[],
): readonly OutboxEntry[] {
  const known = new Map(before.map((entry) => [entry.key, entry]))
  return read.map((entry) => {
    const was = known.get(entry.key)
    return was !== undefined && isUnchanged(was, entry) ? was : entry
  })
}
