// What officers read and change of score sheets and of everything else that was submitted.
import type { StoredSubmission } from '../../../domain/results.ts'
import type { SheetChange } from '../../../domain/scoring.ts'
import type { Tx } from '../../db/open.ts'
import { listForms } from '../../event/db/judgingForm.ts'
import { readEntries } from '../../event/eventPack.ts'
import { type EventActContext, fail } from '../../officers/act.ts'
import { listJudgeNames } from '../db/judge.ts'
import { storeSheetChange } from '../db/sheet.ts'
import { listStoredSubmissions } from '../db/submission.ts'
import { createCarNames } from './carNames.ts'

interface SheetFilter {
  readonly judge?: string | undefined
  readonly car?: string | undefined
}

/** By car, in the order of the numbers. */
export async function listSheets(tx: Tx, context: EventActContext, filter: SheetFilter) {
  const { id } = context.event
  return { sheets: await findSheets(tx, id, filter), forms: await listForms(tx, id) }
}

async function findSheets(tx: Tx, eventId: number, { judge, car }: SheetFilter = {}) {
  const all = await listStoredSubmissions(tx, eventId)
  return all
    .filter(({ action }) => action === 'submit_judging_form')
    .filter(({ judgeId }) => judge === undefined || judgeId?.toLowerCase() === judge.toLowerCase())
    .filter(({ carNumber }) => car === undefined || carNumber === car)
    .sort((a, b) => (a.carNumber ?? '').localeCompare(b.carNumber ?? '', 'en', { numeric: true }))
}

export interface SheetWish {
  readonly what: SheetChange['what']
  /** The beginning of the receipt's key. */
  readonly prefix: string
  readonly reason: string
}

/** Voids a sheet, or counts a void one again. Answers the sheet as it is afterwards. */
export async function changeSheet(tx: Tx, context: EventActContext, { prefix, ...change }: SheetWish) {
  const { key } = await getSheet(tx, context, prefix)
  const at = new Date(context.now).toISOString()
  const isChanged = await storeSheetChange(tx, { eventId: context.event.id, key }, { ...change, at })
  if (!isChanged) fail('already-so', { is: change.what === 'voided' ? 'sheet-void' : 'sheet-not-void' })
  return getSheet(tx, context, prefix)
}

/** A moved sheet and what it took back have one receipt: the sheet is meant. */
async function getSheet(tx: Tx, context: EventActContext, prefix: string): Promise<StoredSubmission> {
  const found = (await findSheets(tx, context.event.id)).filter(
    ({ key, scores }) => key.replaceAll('-', '').startsWith(prefix) && (scores?.length ?? 0) > 0,
  )
  const [sheet, ...others] = found
  if (sheet === undefined) return fail('not-found', { thing: 'sheet', typed: prefix })
  if (others.length > 0) fail('several-fit', { thing: 'sheet' })
  return sheet
}

/** Everything that was submitted, or what has the receipt whose key begins so. */
export async function listSubmissions(
  tx: Tx,
  context: EventActContext,
  { prefix }: { prefix: string | undefined },
): Promise<StoredSubmission[]> {
  const all = await listStoredSubmissions(tx, context.event.id)
  if (prefix === undefined) return all
  const found = all.filter(({ key }) => key.replaceAll('-', '').startsWith(prefix))
  if (found.length === 0) fail('not-found', { thing: 'submission', typed: prefix })
  return found
}

export type ContestNames = Awaited<ReturnType<typeof readNames>>

/** What cars, judges and forms are called. */
export async function readNames(tx: Tx, { event, services, tenant }: EventActContext) {
  const { entries } = await readEntries(tx, services, tenant, event.id)
  return {
    findCar: await createCarNames(tx, event.id, entries.cars),
    judges: await listJudgeNames(tx, event.id),
    forms: await listForms(tx, event.id),
  }
}
