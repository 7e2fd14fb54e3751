import { expect, it } from 'vitest'
import { createBatcher } from '../../../src/server/dispatch/batcher.ts'

function createRuns(besideFrom?: number) {
  const sets: number[][] = []
  let open = Promise.withResolvers<void>()
  const gather = createBatcher<number, number>(
    async (all) => {
      sets.push([...all])
      await open.promise
      if (all.includes(13)) throw new Error('unlucky')
      return all.map((one) => one * 2)
    },
    { most: 3, ...(besideFrom === undefined ? {} : { besideFrom }) },
  )
  return {
    sets,
    gather,
    /** Lets present and later work go on. */
    finish: () => {
      open.resolve()
      open = Promise.withResolvers()
      open.resolve()
    },
  }
}

it('begins the first call at once and answers together what came meanwhile, some at a time', async () => {
  const { sets, gather, finish } = createRuns()
  const results = [1, 2, 3, 4, 5].map(gather)
  expect(sets).toEqual([[1]])
  finish()
  expect(await Promise.all(results)).toEqual([2, 4, 6, 8, 10])
  expect(sets).toEqual([[1], [2, 3, 4], [5]])
  expect(await gather(6)).toBe(12)
  expect(sets.at(-1)).toEqual([6])
})

it('tells all of a run that failed, and none of the next', async () => {
  const { gather, finish } = createRuns()
  const results = [1, 13, 3, 4, 5].map(gather)
  finish()
  const settled = await Promise.allSettled(results)
  expect(settled.map(({ status }) => status)).toEqual([
    'fulfilled',
    'rejected',
    'rejected',
    'rejected',
    'fulfilled',
  ])
})

it('begins a second run beside the first, and never a third, when enough calls wait', async () => {
  const { sets, gather, finish } = createRuns(2)
  const results = [1, 2].map(gather)
  expect(sets).toEqual([[1]])
  results.push(gather(3))
  expect(sets).toEqual([[1], [2, 3]])
  results.push(...[4, 5, 6, 7].map(gather))
  expect(sets).toHaveLength(2)
  finish()
  expect(await Promise.all(results)).toEqual([2, 4, 6, 8, 10, 12, 14])
  expect(sets).toEqual([[1], [2, 3], [4, 5, 6], [7]])
})

it('answers each of two runs at once by itself, when one of them fails', async () => {
  const { gather, finish } = createRuns(2)
  const results = [13, 2, 3, 4].map(gather)
  finish()
  const settled = await Promise.allSettled(results)
  expect(settled.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled', 'fulfilled'])
})
