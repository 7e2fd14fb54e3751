// The sequence of each new revision of a score sheet, and how many revisions one sheet may have.
import type { Failure } from '../../contract/failures.ts'
import { mostRevisionsAtOnce, mostSequenceStep, revisionEveryMs } from '../../domain/scoring.ts'
import { findRevisions, type NewSheet, type StoredRevisions } from '../db/contest/sheet.ts'
import type { SetContext } from '../dispatch/handler.ts'
import { toTooMany } from '../dispatch/limits.ts'

type Checked = NewSheet | Failure

/**
 * A sheet without a sequence gets one more than the highest so far. A higher one is stored as it is, but at
 * most one step above the highest. A sheet with too many revisions is refused for a while, never for good,
 * so that nobody can take a score away from its judge. Sheets of the same set count too.
 */
export async function numberRevisions(
  { tx, tenant, now }: SetContext<'submit_judging_form'>,
  checked: readonly Checked[],
): Promise<Checked[]> {
  const sheets = checked.filter(isSheet)
  const stored = await findRevisions(tx, tenant.id, sheets)
  const reached = new Map(sheets.map((sheet, index) => [toPlace(sheet), stored[index]]))
  return checked.map((one) => {
    if (!isSheet(one)) return one
    const before = reached.get(toPlace(one)) ?? { highest: 0, count: 0, lastAt: null }
    const waitMs = findWaitMs(before, now)
    if (waitMs > 0) return toTooMany(waitMs)
    const { highest, count } = before
    const sequence = one.sequence === 0 ? highest + 1 : Math.min(one.sequence, highest + mostSequenceStep)
    reached.set(toPlace(one), {
      highest: Math.max(highest, sequence),
      count: count + 1,
      lastAt: new Date(now),
    })
    return { ...one, sequence }
  })
}

export function isSheet(one: Checked): one is NewSheet {
  return 'sequence' in one
}

function findWaitMs({ count, lastAt }: StoredRevisions, now: number): number {
  if (count < mostRevisionsAtOnce || lastAt === null) return 0
  return lastAt.getTime() + revisionEveryMs - now
}

function toPlace({ formId, judgeId, entryId }: NewSheet): string {
  return `${formId} ${judgeId} ${entryId}`
}
