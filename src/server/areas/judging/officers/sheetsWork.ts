// What an officer reads and changes of the score sheets: results and codes, which `sheets.ts` makes sentences of.
import type { StoredSubmission } from '../../../../domain/results.ts'
import type { SheetChange } from '../../../../domain/scoring.ts'
import { changeSheet } from '../../../contest/db/sheet.ts'
import { listSubmissions } from '../../../contest/db/submission.ts'
import type { Tx } from '../../../db/open.ts'

/** By car, in the order of the numbers. */
export async function listSheets(
  tx: Tx,
  eventId: number,
  { judge, car }: { judge?: string | undefined; car?: string | undefined } = {},
): Promise<StoredSubmission[]> {
  const all = await listSubmissions(tx, eventId)
  return all
    .filter(({ action }) => action === 'submit_judging_form')
    .filter(({ judgeId }) => judge === undefined || judgeId?.toLowerCase() === judge.toLowerCase())
    .filter(({ carNumber }) => car === undefined || carNumber === car)
    .sort((a, b) => (a.carNumber ?? '').localeCompare(b.carNumber ?? '', 'en', { numeric: true }))
}

export interface WantedChange extends SheetChange {
  readonly eventId: number
  /** The beginning of the receipt's key. */
  readonly prefix: string
}

/** The sheet as it is afterwards, or why nothing was changed. `so-already`: it is void, or it is not. */
export type ChangedSheet = StoredSubmission | 'unknown-receipt' | 'several-receipts' | 'so-already'

export async function changeByReceipt(
  tx: Tx,
  { eventId, prefix, ...change }: WantedChange,
): Promise<ChangedSheet> {
  const sheet = await findSheet(tx, eventId, prefix)
  if (typeof sheet === 'string') return sheet
  const isChanged = await changeSheet(tx, { eventId, key: sheet.key }, change)
  return isChanged ? findSheet(tx, eventId, prefix) : 'so-already'
}

/** A moved sheet and what it took back have one receipt: the sheet is meant. */
async function findSheet(tx: Tx, eventId: number, prefix: string): Promise<ChangedSheet> {
  const found = (await listSheets(tx, eventId)).filter(
    ({ key, scores }) => key.replaceAll('-', '').startsWith(prefix) && (scores?.length ?? 0) > 0,
  )
  const [sheet] = found
  if (sheet === undefined) return 'unknown-receipt'
  return found.length > 1 ? 'several-receipts' : sheet
}
