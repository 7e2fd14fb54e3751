// A saved show is not deleted under a tab that judges or votes at it.
import { expect, it } from 'vitest'
import { runIfUnused } from '../../../src/app/show/showInUse.ts'
import { toKey } from '../../../src/offline/library.ts'

const show = { club: 'alder', eventId: 7 }

it('while a tab judges or votes at a show, its copy is not deleted; afterwards it is', async () => {
  const done: string[] = []
  const remove = async () => {
    done.push('deleted')
  }
  let close: () => void = () => undefined
  const closed = new Promise<void>((resolve) => {
    close = resolve
  })
  // what `useShowInUse` holds while its screen is there, in two tabs
  const tabs = await new Promise<Promise<unknown>[]>((resolve) => {
    let open = 0
    const all: Promise<unknown>[] = [0, 1].map(() =>
      navigator.locks.request(`show/${toKey(show)}`, { mode: 'shared' }, () => {
        open += 1
        if (open === 2) queueMicrotask(() => resolve(all))
        return closed
      }),
    )
  })
  expect(await runIfUnused(show, remove)).toBe(false)
  expect(done).toEqual([])
  expect(await runIfUnused({ ...show, eventId: 8 }, remove)).toBe(true)
  close()
  await Promise.all(tabs)
  expect(await runIfUnused(show, remove)).toBe(true)
  expect(done).toEqual(['deleted', 'deleted'])
})
