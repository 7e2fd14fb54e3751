// What a run of `npm test` chooses by chance: the same for the same code, another with each commit.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..', '..', '..')

/** The tree of the last commit, or what `TREE_SEED` says: so that the processes of one run choose alike. */
export function readTreeSeed(): string {
  const { TREE_SEED: given } = process.env
  if (given !== undefined) return given
  const { stdout } = spawnSync('git', ['rev-parse', '--short', 'HEAD^{tree}'], {
    cwd: root,
    encoding: 'utf8',
  })
  return stdout?.trim() || 'no tree'
}

/** As good as any chance, and the same for the same seed and name. */
export function toChance(seed: string, name: string): Buffer {
  return createHash('sha256').update(`${seed} ${name}`).digest()
}

/** So many of them, in their order. */
export function chooseSome<T>(
  all: readonly T[],
  { seed, count, toName }: { seed: string; count: number; toName(one: T): string },
): readonly T[] {
  const chosen = new Set(
    all
      .toSorted((one, other) => toChance(seed, toName(one)).compare(toChance(seed, toName(other))))
      .slice(0, count),
  )
  return all.filter((one) => chosen.has(one))
}
