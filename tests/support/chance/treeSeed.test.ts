import { expect, it } from 'vitest'
import { chooseSome } from './treeSeed.ts'

const all = Array.from({ length: 200 }, (_, index) => `case ${index}`)
const choose = (seed: string) => chooseSome(all, { seed, count: 25, toName: (name) => name })

it('a commit chooses as many as are wanted, always the same and in their order', () => {
  const chosen = choose('a')
  expect(chosen).toHaveLength(25)
  expect(chosen).toEqual(choose('a'))
  expect(chosen).toEqual(all.filter((name) => chosen.includes(name)))
})

it('within fifty commits, everything has been chosen', () => {
  const seen = new Set(Array.from({ length: 50 }, (_, index) => choose(`tree ${index}`)).flat())
  expect(seen.size).toBe(all.length)
})
