// Which entries of the outbox are still as they were when it was last read.
import type { OutboxEntry } from '../../offline/outboxRecords.ts'

/** Every change of an entry alters one of these. */
const changing = [
  'state',
  'attempts',
  'sentAt',
  'nextAt',
  'suspicion',
  'settledAt',
  'dismissedAt',
  'savedAt',
  'inputHash',
] as const satisfies readonly (keyof OutboxEntry)[]

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

function isUnchanged(was: OutboxEntry, entry: OutboxEntry): boolean {
  return changing.every((name) => was[name] === entry[name]) && was.fault?.code === entry.fault?.code
}
