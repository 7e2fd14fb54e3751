// Chooses for each server test file what tells the clubs apart: a hash of the file and of the code's state.
import { readTreeSeed, toChance } from '../chance/treeSeed.ts'

/** The conditions in the queries alone, or row-level security alone. */
export const clubsBy = ['conditions', 'security'] as const

export interface ClubsChoice {
  /** For all files; `chance` chooses for each. */
  readonly choice: (typeof clubsBy)[number] | 'chance'
  readonly seed: string
}

/** `CLUBS_BY`, which `npm test -- --clubs-by` sets. */
export function readClubsChoice(wanted = process.env.CLUBS_BY ?? 'chance'): ClubsChoice {
  const choice = [...clubsBy, 'chance' as const].find((one) => one === wanted)
  if (choice === undefined) {
    throw new Error(`Clubs are told apart by ${clubsBy.join(', ')} or chance, not by "${wanted}".`)
  }
  return { choice, seed: readTreeSeed() }
}

/** @param path From the project's root, with `/`. */
export function chooseFor(path: string, { choice, seed }: ClubsChoice): (typeof clubsBy)[number] {
  if (choice !== 'chance') return choice
  const [first = 0] = toChance(seed, path)
  return first % 2 === 0 ? 'conditions' : 'security'
}
