// A judge's half-filled sheets on this device: one record per sheet, so that two tabs have two
// (rules/offline 1.8).
import type { DraftChange, Drafts } from '../../../offline/drafts.ts'
import type { DraftId, DraftRecord, JudgeGrant } from '../../../offline/outboxRecords.ts'
import { findSheet, isStarted, type ScoreSheet } from './sheet.ts'

/** All half-filled sheets of a judge on one form have ids that begin with this one. */
export function toDraftId({ club, eventId, judgeId }: JudgeGrant, formId: number): DraftId {
  return `sheet/${club}/${eventId}/${judgeId}/${formId}`
}

export function toSheetId(draftId: DraftId, { key }: Pick<ScoreSheet, 'key'>): DraftId {
  return `${draftId}/${key}`
}

/** What saves the sheet. One in which nothing is set has no record. */
export function toSheetChange(draftId: DraftId, sheet: ScoreSheet): DraftChange {
  return { id: toSheetId(draftId, sheet), value: isStarted(sheet) ? sheet : undefined }
}

/** The half-filled sheets of one form, the one that was last changed first. */
export async function listStartedSheets(
  drafts: Pick<Drafts, 'list' | 'replace'>,
  draftId: DraftId,
): Promise<ScoreSheet[]> {
  await drafts.replace([draftId, toParkedId(draftId)], (found) => convertEarlier(draftId, found))
  const records = await drafts.list(`${draftId}/`)
  return records
    .sort((one, other) => other.keptAt - one.keptAt)
    .map(({ value }) => findSheet(value))
    .filter((sheet) => sheet !== undefined)
}

/** Earlier builds had one record for the sheet on the screen, and one for all sheets that were put aside. */
function toParkedId(draftId: DraftId): DraftId {
  return `${draftId}/parked`
}

function convertEarlier(draftId: DraftId, found: readonly DraftRecord[]): DraftChange[] {
  return found.flatMap(({ id, value, keptAt }) => {
    const isParked = id === toParkedId(draftId)
    const sheets = (isParked && Array.isArray(value) ? value : [value])
      .map(findSheet)
      .filter((sheet) => sheet !== undefined)
    // both were written in the same moment when the judge went from one car to another
    return sheets.map((sheet) => ({
      id: toSheetId(draftId, sheet),
      value: sheet,
      keptAt: isParked ? keptAt - 1 : keptAt,
    }))
  })
}

/** Deletes what was begun for one car. */
export async function discardSheets(drafts: Drafts, draftId: DraftId, number: string): Promise<void> {
  const sheets = (await listStartedSheets(drafts, draftId)).filter((sheet) => sheet.number === number)
  await drafts.change(sheets.map((sheet) => ({ id: toSheetId(draftId, sheet), value: undefined })))
}
