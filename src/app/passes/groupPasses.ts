// The saved passes as the screen shows them: by event, each code once.
import { isOver } from '../../domain/event.ts'
import type { Pass } from '../../domain/shapes/pass.ts'
import type { SavedPasses } from '../../offline/passes/passes.ts'

export interface PassGroup {
  event: SavedPasses['event']
  passes: Pass[]
  /** What whoever holds the device may remove from it, by its key. The club knows what a member has. */
  removable: string[]
}

/** What is on or comes next first, then what is over, the last one first. */
export function groupPasses(saved: readonly SavedPasses[], now: number): PassGroup[] {
  const newestFirst = saved.toSorted((a, b) => b.savedAt - a.savedAt)
  const groups = [...Map.groupBy(newestFirst, ({ event }) => event.id).values()].flatMap((records) => {
    const [newest] = records
    if (newest === undefined) return []
    const byCode = new Map<string, Pass>()
    for (const { passes } of records) {
      for (const pass of passes) if (!byCode.has(pass.code)) byCode.set(pass.code, pass)
    }
    const removable = records.filter(({ memberId }) => memberId === 0).map(({ key }) => key)
    return [{ event: newest.event, passes: [...byCode.values()], removable }]
  })
  const byStart = groups.toSorted((a, b) => (a.event.startDate < b.event.startDate ? -1 : 1))
  return [
    ...byStart.filter(({ event }) => !isOver(event, now)),
    ...byStart.filter(({ event }) => isOver(event, now)).reverse(),
  ]
}
