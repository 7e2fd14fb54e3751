// `club -- receipts`: stored submissions as lines of JSON, for auditors, or the one with a receipt code.
import { findKeyPrefix } from '../../../domain/receiptCode.ts'
import type { Submission } from '../../../domain/results.ts'
import { listSubmissions } from '../../db/contest/submission.ts'
import { CommandRefused, type EventCommandContext, UsageFault } from '../command.ts'
import { toJsonText } from '../words.ts'

/** A line of the list. The car's number has its name on the wire. */
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
    throw new CommandRefused('No submission of this event has this receipt code.')
  }
  for (const submission of found) {
    const { madeAt: _, carNumber, ...line } = submission
    print(`${toJsonText({ ...line, entryId: carNumber } satisfies SubmissionLine)}\n`)
  }
  return 0
}
