// `club -- receipts`: stored submissions as lines of JSON, for auditors, or in words the one with a code.
import { findKeyPrefix } from '../../../../domain/receiptCode.ts'
import type { StoredSubmission, Submission } from '../../../../domain/results.ts'
import { listSubmissions } from '../../../contest/db/submission.ts'
import { toReceiptText } from '../../../contest/officers/receiptText.ts'
import { CommandRefused, type EventCommandContext, UsageFault } from '../../../officers/command.ts'
import { writeOutput } from '../../../officers/outputFile.ts'
import { toCountText, toJsonText } from '../../../officers/words.ts'

/** A line of the list. The car's number has its name on the wire. */
export type SubmissionLine = Omit<Submission, 'carNumber'> & { entryId: string | null }

export async function runReceipts(context: EventCommandContext): Promise<number> {
  const { services, tenant, event, flags, print } = context
  const submissions = await services.database.inTenant(tenant.id, (tx) => listSubmissions(tx, event.id))
  const prefix = flags.code === undefined ? '' : findKeyPrefix(flags.code)
  if (prefix === undefined) throw new UsageFault('A receipt code is like 4QX2-9KJ7.')
  const found = submissions.filter(({ key }) => key.replaceAll('-', '').startsWith(prefix))
  if (flags.code !== undefined && found.length === 0) {
    throw new CommandRefused('No submission of this event has this receipt code.')
  }
  if (flags.json !== undefined) {
    await writeOutput(flags, flags.json, found.map(toLine).join(''))
    print(`${toCountText(found.length, 'submission')} in ${flags.json}.\n`)
    return 0
  }
  if (flags.code !== undefined) print(await toReceiptText(context, found))
  // one by one, because a show has thousands
  else for (const submission of found) print(toLine(submission))
  return 0
}

function toLine({ madeAt: _, carNumber, ...line }: StoredSubmission): string {
  return `${toJsonText({ ...line, entryId: carNumber } satisfies SubmissionLine)}\n`
}
