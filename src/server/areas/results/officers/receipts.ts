// `club -- receipts`: stored submissions as lines of JSON, for auditors, or in words the one with a code.
import type { StoredSubmission, Submission } from '../../../../domain/results.ts'
import { receiptCode, toReceiptText } from '../../../contest/officers/receiptText.ts'
import { listSubmissions, readNames } from '../../../contest/officers/sheetActs.ts'
import { type Command, eventWay } from '../../../officers/command.ts'
import { newFile } from '../../../officers/options.ts'
import { toCountText, toJsonText } from '../../../officers/words.ts'

/** A line of the list. The car's number has its name on the wire. */
export type SubmissionLine = Omit<Submission, 'carNumber'> & { entryId: string | null }

export const receiptsCommand: Command = {
  takes: 'event',
  alone: eventWay({
    options: { code: receiptCode, json: newFile },
    help: `receipts EVENT [--json FILE]            every stored ballot and sheet as a line of JSON, for auditors
  receipts EVENT --code XXXX-XXXX         in words: what the submission with this receipt code says`,
    async run({ act, event, write, print }, { code, json }) {
      const found = await act(listSubmissions, { prefix: code })
      if (json !== undefined) {
        await write(json, found.map(toLine).join(''))
        print(`${toCountText(found.length, 'submission')} in ${json}.\n`)
        return
      }
      if (code !== undefined) print(toReceiptText(found, await act(readNames), event.time_zone))
      // one by one, because a show has thousands
      else for (const submission of found) print(toLine(submission))
    },
  }),
}

function toLine({ madeAt: _, carNumber, ...line }: StoredSubmission): string {
  return `${toJsonText({ ...line, entryId: carNumber } satisfies SubmissionLine)}\n`
}
