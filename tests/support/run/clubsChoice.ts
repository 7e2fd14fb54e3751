// Chooses for each server test file what tells the clubs apart: a hash of the file and of the code's state.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..', '..', '..')

/** The conditions in the queries alone, or row-level security alone. */
export const clubsBy = ['conditions', 'security'] as const

export interface ClubsChoice {
  /** For all files; `chance` chooses for each. */
  readonly choice: (typeof clubsBy)[number] | 'chance'
  readonly seed: string
}

/** `CLUBS_BY`, which `npm test -- --clubs-by` sets. The seed is the tree of the last commit. */
export function readClubsChoice(wanted = process.env.CLUBS_BY ?? 'chance'): ClubsChoice {
  const choice = [...clubsBy, 'chance' as const].find((one) => one === wanted)
  if (choice === undefined) {
    throw new Error(`Clubs are told apart by ${clubsBy.join(', ')} or chance, not by "${wanted}".`)
  }
  const { stdout } = spawnSync('git', ['rev-parse', '--short', 'HEAD^{tree}'], {
    cwd: root,
    encoding: 'utf8',
  })
  return { choice, seed: stdout?.trim() || 'no tree' }
}

/** @param path From the project's root, with `/`. */
export function chooseFor(path: string, { choice, seed }: ClubsChoice): (typeof clubsBy)[number] {
  if (choice !== 'chance') return choice
  const [first = 0] = createHash('sha256').update(`${seed} ${path}`).digest()
  return first % 2 === 0 ? 'conditions' : 'security'
}
