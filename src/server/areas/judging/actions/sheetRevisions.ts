// The sequence of each new revision of a score sheet, and how many revisions one sheet may have.

import type { Failure } from '../../../../contract/failures.ts'
import { mostRevisionsAtOnce, mostSequenceStep, revisionEveryMs } from '../../../../domain/scoring.ts'
import {
  type CurrentRevision,
  findRevisions,
  type NewSheet,
  type StoredRevisions,
} from '../../../contest/db/sheet.ts'
import type { SetContext } from '../../../dispatch/handler.ts'
import { toTooMany } from '../../../throttle/throttle.ts'

/** The sheets that one entry of a judge brings, all of them or none. */
type Checked = readonly NewSheet[] | Failure

/** A sheet with its sequence. */
export interface NumberedSheet extends NewSheet {
  /** It is the newest, after all sheets of its set. */
  isCurrent: boolean
  /** The highest sequence for this judge, form and car, after all sheets of its set. */
  highest: number
}

/**
 * A sheet without a sequence gets one more than the highest so far. A higher one is stored as it is, but at
 * most one step above the highest. A sheet with too many revisions is refused for a while, never for good,
 * so that nobody can take a score away from its judge. Sheets of the same set count too.
 */
export async function numberRevisions(
  { tx, now }: Pick<SetContext<'submit_judging_form'>, 'tx' | 'now'>,
  checked: readonly Checked[],
): Promise<(readonly NumberedSheet[] | Failure)[]> {
  const sheets = checked.filter(areSheets).flat()
  const stored = await findRevisions(tx, sheets)
  const reached = new Map(sheets.map((sheet, index) => [toPlace(sheet), stored[index]]))
  const findReached = (sheet: NewSheet): StoredRevisions =>
    reached.get(toPlace(sheet)) ?? { highest: 0, current: null, count: 0, lastAt: null }
  const numbered = checked.map((one) => {
    if (!areSheets(one)) return one
    const waitMs = Math.max(...one.map((sheet) => findWaitMs(findReached(sheet), now)))
    if (waitMs > 0) return toTooMany(waitMs)
    return one.map((sheet) => {
      const before = findReached(sheet)
      const { highest, count } = before
      const sequence =
        sheet.sequence === 0 ? highest + 1 : Math.min(sheet.sequence, highest + mostSequenceStep)
      reached.set(toPlace(sheet), {
        highest: Math.max(highest, sequence),
        current: isLater({ ...sheet, sequence }, before) ? sheet : before.current,
        count: count + 1,
        lastAt: new Date(now),
      })
      return { ...sheet, sequence }
    })
  })
  return numbered.map((one) => {
    if (!areSheets(one)) return one
    return one.map((sheet) => {
      const { highest, current } = findReached(sheet)
      return { ...sheet, highest, isCurrent: current?.key === sheet.key }
    })
  })
}

export function areSheets<S extends NewSheet>(one: readonly S[] | Failure): one is readonly S[] {
  return Array.isArray(one)
}

/** rules/offline 1.14: the highest sequence counts; of equal ones the later, then the higher key. */
function isLater(
  one: CurrentRevision & { sequence: number },
  { highest, current }: StoredRevisions,
): boolean {
  if (current === null || one.sequence !== highest) return one.sequence > highest
  const difference = one.madeAt.getTime() - current.madeAt.getTime()
  return difference === 0 ? one.key > current.key : difference > 0
}

function findWaitMs({ count, lastAt }: StoredRevisions, now: number): number {
  if (count < mostRevisionsAtOnce || lastAt === null) return 0
  return lastAt.getTime() + revisionEveryMs - now
}

function toPlace({ formId, judgeId, entryId }: NewSheet): string {
  return `${formId} ${judgeId} ${entryId}`
}
