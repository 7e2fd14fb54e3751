// `club -- receipts`: every stored submission as a line of JSON, for auditors, or the one that a code names.
import { findKeyPrefix } from '../../domain/receiptCode.ts'
import type { Submission } from '../../domain/results.ts'
import { listSubmissions } from '../db/contest/submission.ts'
import { type EventCommandContext, Refused, UsageFault } from './command.ts'

/** A line of the list; the car's number has the name that callers know it by. */
export type SubmissionLine = Omit<Submission, 'carNumber'> & { entryId: string | null }

export async function runReceipts({
  services,
  tenant,
  event,
  flags,
  print,
}: EventCommandContext): Promise<number> {
  const submissions = await services.database.inTenant(tenant.id, (tx) =>
    listSubmissions(tx, tenant.id, event.id),
  )
  const prefix = flags.code === undefined ? '' : findKeyPrefix(flags.code)
  if (prefix === undefined) throw new UsageFault('A receipt code is like 4QX2-9KJ7.')
  const found = submissions.filter(({ key }) => key.replaceAll('-', '').startsWith(prefix))
  if (flags.code !== undefined && found.length === 0) {
    throw new Refused('No submission of this event has this receipt code.')
  }
  for (const submission of found) {
    const { madeAt: _, carNumber, ...line } = submission
    print(`${JSON.stringify({ ...line, entryId: carNumber } satisfies SubmissionLine)}\n`)
  }
  return 0
}
