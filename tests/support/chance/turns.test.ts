// Which journeys of `npm test` take turns: the proof walks what it leaves out.
import { expect, test, vi } from 'vitest'
import { isOnTurn, listPairs } from './turns.ts'

test.each(['a', 'b', 'c', 'd', 'e', 'f'])(
  'of each pair one runs, and the other is left to the proof (seed %s)',
  (seed) => {
    vi.stubEnv('TREE_SEED', seed)
    for (const pair of listPairs()) expect(pair.filter(isOnTurn), String(pair)).toHaveLength(1)
    vi.unstubAllEnvs()
  },
)

test('each gets its turn', () => {
  const seeds = Array.from({ length: 40 }, (_, at) => `tree ${at}`)
  const onTurn = seeds.flatMap((seed) => {
    vi.stubEnv('TREE_SEED', seed)
    return listPairs().flat().filter(isOnTurn)
  })
  vi.unstubAllEnvs()
  for (const turn of listPairs().flat()) expect(onTurn).toContain(turn)
})
