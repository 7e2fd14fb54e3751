// Journeys that take turns in `npm test`: of each pair one runs, and the commit says which. The proof runs the other.
import { proofTag } from '../run/longTests.ts'
import { readTreeSeed, toChance } from './treeSeed.ts'

/** Each is as long as the other and goes much the same way: a form, a list, a payment. */
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
] as const

export type Turn = (typeof pairs)[number][number]

/** What the title of a journey ends with: nothing when it is its turn. */
export function inTurn(turn: Turn): string {
  const pair: readonly Turn[] = pairs.find((each: readonly Turn[]) => each.includes(turn)) ?? []
  const [chance = 0] = toChance(readTreeSeed(), pair.join())
  return pair[chance % 2] === turn ? '' : ` ${proofTag}`
}
