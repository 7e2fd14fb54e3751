// Journeys that take turns in `npm test`: of each pair one runs, and the commit says which. The proof runs the other.
import { proofTag, runsEveryTurn } from '../run/longTests.ts'
import { readTreeSeed, toChance } from './treeSeed.ts'

/** Each takes about as long as the other, so that every run takes as long as the last one. */
const pairs = [
  ['feed', 'store'],
  ['password', 'phone'],
  ['join', 'renew'],
  ['donate', 'order'],
  ['tickets', 'register'],
  ['vendor', 'volunteer'],
  ['cards', 'roster'],
  ['files', 'leaving'],
  ['pictures', 'drafts'],
  ['twoPeople', 'update'],
  ['everyAddress', 'webkitJudging'],
  ['judgesTabs', 'twoJudges'],
  ['powerCut', 'fieldSheets'],
  ['refusedSheet', 'halfFilled'],
  ['lookup', 'saleTabs'],
  ['deadPhone', 'translated'],
] as const

export type Turn = (typeof pairs)[number][number]

export function listPairs(): readonly (readonly Turn[])[] {
  return pairs
}

/** What the title of a journey ends with: nothing when it is its turn, or when the run walks all. */
export function inTurn(turn: Turn): string {
  return isOnTurn(turn) ? '' : ` ${proofTag}`
}

/** For a journey in two sizes: the proof walks the long one anyway. */
export function isOnTurn(turn: Turn): boolean {
  const seed = readTreeSeed()
  return (
    runsEveryTurn ||
    pairs.some((pair) => {
      const [chance = 0] = toChance(seed, pair.join())
      return pair[chance % 2] === turn
    })
  )
}
