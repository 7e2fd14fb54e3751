// The sequence of each new revision of a score sheet, and how many revisions one sheet may have.
import type { Failure } from '../../contract/failures.ts'
import { mostRevisionsAtOnce, mostSequenceStep, revisionEveryMs } from '../../domain/scoring.ts'
import {
  type CurrentRevision,
  findRevisions,
  type NewSheet,
  type StoredRevisions,
} from '../db/contest/sheet.ts'
import type { SetContext } from '../dispatch/handler.ts'
import { toTooMany } from '../dispatch/limits.ts'

type Checked = NewSheet | Failure

/** A sheet with its sequence. */
export interface NumberedSheet extends NewSheet {
  /** It counts, after all sheets of its set. */
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
  { tx, now }: SetContext<'submit_judging_form'>,
  checked: readonly Checked[],
): Promise<(NumberedSheet | Failure)[]> {
  const sheets = checked.filter(isSheet)
  const stored = await findRevisions(tx, sheets)
  const reached = new Map(sheets.map((sheet, index) => [toPlace(sheet), stored[index]]))
  const numbered = checked.map((one) => {
    if (!isSheet(one)) return one
    const before = reached.get(toPlace(one)) ?? { highest: 0, current: null, count: 0, lastAt: null }
    const waitMs = findWaitMs(before, now)
    if (waitMs > 0) return toTooMany(waitMs)
    const { highest, count } = before
    const sequence = one.sequence === 0 ? highest + 1 : Math.min(one.sequence, highest + mostSequenceStep)
    reached.set(toPlace(one), {
      highest: Math.max(highest, sequence),
      current: isLater({ ...one, sequence }, before) ? one : before.current,
      count: count + 1,
      lastAt: new Date(now),
    })
    return { ...one, sequence }
  })
  return numbered.map((one) => {
    if (!isSheet(one)) return one
    const { highest = 0, current } = reached.get(toPlace(one)) ?? {}
    return { ...one, highest, isCurrent: current?.key === one.key }
  })
}

export function isSheet<S extends NewSheet>(one: S | Failure): one is S {
  return 'sequence' in one
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
